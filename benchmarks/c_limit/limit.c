/* The 1962 game for two in hand-written C, simplified: what the compiled engine is measured beside. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { D25, D50, D75, D100, D200, OUT_OF_GAS, FLAT, ACCIDENT, STOP, SPEED_LIMIT,
       GASOLINE, SPARE, REPAIR, ROLL, END_LIMIT, EXTRA_TANK, PUNCTURE_PROOF,
       DRIVING_ACE, RIGHT_OF_WAY, KINDS };
enum { NEEDS_ROLL = -1, GOAL = 700, DECK = 101 };
static const uint8_t COUNTS[KINDS] = {10,10,10,12,4, 2,2,2,4,3, 6,6,6,14,6, 1,1,1,1};
static const int16_t MILES[5] = {25,50,75,100,200};
#define BIT(k) (1ull << (k))
#define SAFETIES (BIT(15)|BIT(16)|BIT(17)|BIT(18))
#define ATTACKS (BIT(5)|BIT(6)|BIT(7)|BIT(8))

typedef struct { uint64_t hand; uint32_t have, safeties; int16_t miles; int8_t battle, limited, n200, fourres; } Team;
typedef struct { Team t[2]; uint8_t pile[DECK]; uint8_t next, turn, over; } Game;

static inline uint32_t rng_next(uint32_t *s){ uint32_t x=*s; x^=x<<13; x^=x>>17; x^=x<<5; return *s=x; }
static inline uint32_t rng_below(uint32_t *s, uint32_t n){ return (uint32_t)(((uint64_t)rng_next(s)*n)>>32); }
static inline uint32_t rng_seed(uint64_t seed){ uint32_t x=(uint32_t)(seed*2654435761ull+1); return x?x:1; }

static inline void shuffle(uint8_t *pile, int lo, uint32_t *rng){
  for(int i=DECK-1;i>lo;i--){ int j=lo+rng_below(rng,i-lo+1); uint8_t x=pile[i]; pile[i]=pile[j]; pile[j]=x; } }
static inline void take(Team *t,int k){ t->hand+=1ull<<(3*k); t->have|=BIT(k); }
static inline void drop(Team *t,int k){ t->hand-=1ull<<(3*k); if(!((t->hand>>(3*k))&7)) t->have&=~BIT(k); }
static inline void draw(Game *g,int p){ if(g->next<DECK) take(&g->t[p],g->pile[g->next++]); }
static inline int can_go(const Team *t){ return t->battle==ROLL || (t->battle==NEEDS_ROLL && (t->safeties & BIT(RIGHT_OF_WAY))); }

static inline void next_turn(Game *g,int p){
  g->turn=p;
  if(g->next<DECK) draw(g,p);
  else if(!g->t[p].have){ if(g->t[1-p].have) g->turn=1-p; else g->over=1; } }
static inline void lay_safety(Team *t,int k){
  t->safeties|=BIT(k); if(t->battle==k-10) t->battle=NEEDS_ROLL; if(k==RIGHT_OF_WAY) t->limited=0; }

static uint8_t FULL[DECK];
static void init_tables(void){ int n=0; for(int k=0;k<KINDS;k++) for(int c=0;c<COUNTS[k];c++) FULL[n++]=k; }

static inline void new_game(Game *g,uint32_t *rng){
  memset(g,0,sizeof *g); memcpy(g->pile,FULL,DECK); g->t[0].battle=g->t[1].battle=NEEDS_ROLL;
  shuffle(g->pile,0,rng);
  for(int i=0;i<6;i++){ draw(g,0); draw(g,1); }
  next_turn(g,0); }

static inline uint64_t legal_moves(const Game *g){
  const Team *me=&g->t[g->turn], *foe=&g->t[1-g->turn];
  uint64_t plays=SAFETIES;
  if(can_go(me)){
    int room=GOAL-me->miles;
    if(room>=25) plays|=BIT(D25);
    if(room>=50) plays|=BIT(D50);
    if(!me->limited){
      if(room>=75) plays|=BIT(D75);
      if(room>=100) plays|=BIT(D100);
      if(room>=200 && me->n200<2) plays|=BIT(D200); } }
  else if(me->battle==NEEDS_ROLL || me->battle==STOP) plays|=BIT(ROLL);
  else plays|=BIT(me->battle+5);
  if(me->limited) plays|=BIT(END_LIMIT);
  if(can_go(foe)) plays|=ATTACKS & ~(foe->safeties>>10);
  if(!foe->limited && !(foe->safeties & BIT(RIGHT_OF_WAY))) plays|=BIT(SPEED_LIMIT);
  uint64_t have=me->have;
  return (plays&have)|(have<<KINDS); }

static inline void apply_move(Game *g,int m){
  int p=g->turn; Team *me=&g->t[p], *foe=&g->t[1-p];
  if(m>=KINDS){ drop(me,m-KINDS); next_turn(g,1-p); return; }
  drop(me,m);
  if(m<=D200){ me->miles+=MILES[m]; me->n200+=(m==D200); if(me->miles==GOAL){ g->over=1; return; } }
  else if(m<=SPEED_LIMIT){
    int s = m==SPEED_LIMIT ? RIGHT_OF_WAY : m+10;
    if(foe->have & BIT(s)){ drop(foe,s); lay_safety(foe,s); foe->fourres++; draw(g,1-p); }
    else if(m==SPEED_LIMIT) foe->limited=1;
    else foe->battle=m; }
  else if(m==ROLL) me->battle=ROLL;
  else if(m==END_LIMIT) me->limited=0;
  else if(m<ROLL) me->battle=NEEDS_ROLL;
  else { lay_safety(me,m); next_turn(g,p); return; }
  next_turn(g,1-p); }

static inline int score(const Game *g,int p){
  const Team *t=&g->t[p]; int s=t->miles+100*__builtin_popcount(t->safeties)+300*t->fourres;
  if(t->safeties==SAFETIES) s+=300;
  if(t->miles==GOAL){ s+=400; if(!t->n200) s+=300; if(g->next==DECK) s+=300; if(!g->t[1-p].miles) s+=500; }
  return s; }

static inline int random_move(uint64_t mask,uint32_t *rng){
  uint32_t r=rng_below(rng,__builtin_popcountll(mask));
  while(r--) mask&=mask-1;
  return __builtin_ctzll(mask);
}
static inline int playout(Game *g,uint32_t *rng){ int n=0; while(!g->over){ apply_move(g,random_move(legal_moves(g),rng)); n++; } return n; }

/* The processor's time, since others use the machine too. */
static double now_ns(void){ struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t); return 1e9*t.tv_sec+t.tv_nsec; }

/* Plays so many deals and prints nanoseconds for a move, moves, and a checksum of the scores, which keeps them from being optimised away. */
int main(int count,char **words){
  int deals=count>1?atoi(words[1]):60000; uint32_t rng=rng_seed(1); long moves=0,check=0; Game g;
  init_tables();
  double start=now_ns();
  for(int i=0;i<deals;i++){ new_game(&g,&rng); moves+=playout(&g,&rng); check+=3*score(&g,0)+7*score(&g,1); }
  printf("%.3f %ld %ld\n",(now_ns()-start)/moves,moves,check);
  return 0; }
