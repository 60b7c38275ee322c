/**
 * Where the cards of a deal lie, and whose turn it is: what events change, by which card they say went where.
 *
 * There are no rules in here. `TableState` is a deal with the table around it.
 */

/**
 * @typedef {{ battle: string[], speed: string[], distances: string[], safeties: string[], coups: string[] }} Piles what
 *   lies before a team, the top of each pile last
 */
/** @typedef {{ attacker: number, target: number, hazard: string }} Window */
/** @typedef {{ seats: { team: number }[], teams: number, totals: number[], rules: Record<string, any> }} DealtTable */

/** Cards in the order in which a hand is held. */
export const KINDS = [
  "25",
  "50",
  "75",
  "100",
  "200",
  "out-of-gas",
  "flat",
  "accident",
  "stop",
  "limit",
  "gas",
  "spare",
  "repair",
  "roll",
  "end",
  "tank",
  "proof",
  "ace",
  "priority",
];
const SAFETIES = ["tank", "proof", "ace", "priority"];
const SPEED = ["limit", "end"];
/** How long the trip is once it was made longer. */
const LONG_TRIP = 1000;

export class DealState {
  constructor() {
    /** @type {number | null} the seat that looks on; null for somebody without one */
    this.viewer = null;
    /** @type {string[]} the own hand, in order of kind */
    this.hand = [];
    /** @type {number[]} how many cards each seat holds */
    this.cards = [];
    /** @type {string[][] | null} every hand, where all cards are open: in a replay */
    this.hands = null;
    /** @type {Piles[]} */
    this.piles = [];
    this.drawPile = 0;
    /** @type {string[]} the top one last */
    this.discards = [];
    this.turn = 0;
    /** @type {number | null} who decides */
    this.decides = null;
    this.phase = "";
    /** @type {Window | null} the hazard that may be answered now */
    this.window = null;
    /** Where the race ends. */
    this.target = 0;
    /** @type {number | null} the team that made the trip longer */
    this.extendedBy = null;
    /** @type {string | null} how the deal ended */
    this.ending = null;
    /** @type {number | null} */
    this.completer = null;
    /** @type {number[] | null} where each team stands, where that is not its miles */
    this.race = null;
    /** Whether a deal was begun at this table. */
    this.dealt = false;
  }

  get playing() {
    return this.dealt && this.ending === null;
  }

  /** @param {number} team */
  miles(team) {
    return (this.piles[team]?.distances ?? []).reduce((sum, card) => sum + Number(card), 0);
  }

  /**
   * Take over how a deal stands, as the viewer sees it; null before the first one.
   * @param {any} view @param {DealtTable} table
   */
  showView(view, table) {
    this.dealt = view !== null;
    this.hand = view ? sorted(view.hand) : [];
    this.cards = view ? [...view.hand_sizes] : table.seats.map(() => 0);
    this.piles = view ? view.tables.map(copyPiles) : table.totals.map(emptyPiles);
    this.drawPile = view?.draw_pile_size ?? 0;
    this.discards = view ? [...view.discards] : [];
    this.turn = view?.turn ?? 0;
    this.decides = view?.seat ?? null;
    this.phase = view?.phase ?? "";
    this.window = view?.window ?? null;
    this.target = view?.target ?? table.rules.target;
    this.extendedBy = view?.extended_by ?? null;
    this.ending = view?.ending ?? null;
    this.completer = view?.completer ?? null;
  }

  /** Take in what happened to the cards. @param {{ event: string }} event @param {DealtTable} table */
  follow(event, table) {
    EVENTS[event.event]?.(this, event, table);
  }

  /** @param {number} seat @param {string} card */
  gain(seat, card) {
    this.cards[seat] = (this.cards[seat] ?? 0) + 1;
    if (seat === this.viewer) this.hand = sorted([...this.hand, card]);
    if (this.hands && card) this.hands[seat] = sorted([...(this.hands[seat] ?? []), card]);
  }

  /** @param {number} seat @param {string} card */
  lose(seat, card) {
    this.cards[seat] = (this.cards[seat] ?? 0) - 1;
    if (seat === this.viewer) this.hand = without(this.hand, card);
    if (this.hands) this.hands[seat] = without(this.hands[seat] ?? [], card);
  }

  /** @param {number} team @param {string} card */
  lay(team, card) {
    const piles = /** @type {Piles} */ (this.piles[team]);
    if (!Number.isNaN(Number(card))) piles.distances.push(card);
    else if (SAFETIES.includes(card)) piles.safeties.push(card);
    else if (SPEED.includes(card)) piles.speed.push(card);
    else piles.battle.push(card);
  }
}

/** @returns {Piles} */
export const emptyPiles = () => ({ battle: [], speed: [], distances: [], safeties: [], coups: [] });
/** @param {Piles} piles @returns {Piles} */
const copyPiles = ({ battle, speed, distances, safeties, coups }) => ({
  battle: [...battle],
  speed: [...speed],
  distances: [...distances],
  safeties: [...safeties],
  coups: [...coups],
});
/** @param {string[]} cards */
const sorted = (cards) => [...cards].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));

/** @param {string[]} cards @param {string} card */
function without(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : [...cards.slice(0, at), ...cards.slice(at + 1)];
}

/** @param {DealtTable} table @param {number} seat */
const teamOf = (table, seat) => /** @type {{ team: number }} */ (table.seats[seat]).team;

/** @type {Record<string, (deal: DealState, event: any, table: DealtTable) => void>} What each event changes. */
const EVENTS = {
  Dealt(deal, { first, hands, draw_pile_size }, { seats, teams, rules }) {
    deal.dealt = true;
    deal.ending = deal.completer = deal.window = deal.extendedBy = null;
    deal.piles = Array.from({ length: teams }, emptyPiles);
    deal.cards = seats.map(() => rules.hand_size);
    if (deal.hands) deal.hands = hands.map((/** @type {string[]} */ hand) => sorted(hand));
    deal.hand = deal.viewer === null ? [] : sorted(hands[deal.viewer]);
    deal.drawPile = draw_pile_size;
    deal.discards = [];
    deal.turn = first;
    deal.target = rules.target;
    if (deal.race) deal.race = Array(teams).fill(0);
  },
  TurnBegan(deal, { seat }) {
    deal.turn = seat;
  },
  MoveRequested(deal, { seat, phase }) {
    deal.decides = seat;
    deal.phase = phase;
  },
  Drew(deal, { seat, card }) {
    deal.drawPile -= 1;
    deal.gain(seat, card);
  },
  TookDiscard(deal, { seat, card }) {
    deal.discards.pop();
    deal.gain(seat, card);
  },
  ExchangedCard(deal, { seat, card }) {
    deal.lose(seat, card);
    deal.discards.push(card);
  },
  Discarded(deal, { seat, card }) {
    deal.lose(seat, card);
    deal.discards.push(card);
  },
  Laid(deal, { seat, card }, table) {
    deal.lose(seat, card);
    deal.lay(teamOf(table, seat), card);
  },
  Remedied(deal, { seat, card }, table) {
    deal.lose(seat, card);
    deal.lay(teamOf(table, seat), card);
  },
  Attacked(deal, { seat, card, team }) {
    deal.lose(seat, card);
    deal.lay(team, card);
  },
  WindowOpened(deal, { attacker, team, hazard }) {
    deal.window = { attacker, target: team, hazard };
    deal.phase = "react";
    deal.decides = null;
  },
  AnswerRequested(deal, { seat }) {
    deal.decides = seat;
  },
  Declined(deal) {
    deal.decides = null;
  },
  CoupFourre(deal, { seat, safety, hazard, discarded }, table) {
    const team = teamOf(table, seat),
      piles = /** @type {Piles} */ (deal.piles[team]);
    deal.lose(seat, safety);
    piles.safeties.push(safety);
    piles.coups.push(safety);
    if (discarded) {
      (SPEED.includes(hazard) ? piles.speed : piles.battle).pop();
      deal.discards.push(hazard);
    }
  },
  WindowClosed(deal) {
    deal.window = null;
  },
  Extended(deal, { seat }, table) {
    deal.extendedBy = teamOf(table, seat);
    deal.target = LONG_TRIP;
  },
  ShuffleNeeded(deal) {
    deal.decides = null;
    deal.phase = "chance";
  },
  Reshuffled(deal, { cards }) {
    deal.drawPile = cards;
    deal.discards = [];
  },
  DealOver(deal, { ending, completer }) {
    deal.ending = ending;
    deal.completer = completer;
    deal.decides = null;
    deal.phase = "over";
  },
};
