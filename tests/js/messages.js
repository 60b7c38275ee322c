/** Messages of a table of two, as a server writes them, for tests to take in. */

const RULES = { target: 700, hand_size: 3 };

export const person = (name, team, more = {}) => ({
  kind: "person",
  name,
  bot: null,
  team,
  autopilot: false,
  ready: false,
  ...more,
});

/** What everybody knows of a table of Ann and Bob. */
export const table = (more = {}) => ({
  id: "t1",
  edition: "dujardin",
  players: 2,
  teams: 2,
  house_rules: {},
  rules: RULES,
  seats: [person("Ann", 0), person("Bob", 1)],
  acting_host: 0,
  host: 0,
  newcomers: true,
  spectators: false,
  pace: { decision: null, window: null, bots: 0 },
  game: 1,
  deal: 0,
  totals: [0, 0],
  sheets: [],
  commitment: "c1",
  deal_commitment: "",
  scheme: "players+server",
  seeds: ["", ""],
  deal_seeds: [],
  over: false,
  winner: null,
  is_last_deal: false,
  ...more,
});

/** A whole state before the first deal, as Ann gets it. */
export const state = (more = {}) => ({
  type: "state",
  viewer: 0,
  number: 1,
  at: 0,
  table: table(),
  view: null,
  events: [],
  ...more,
});

export const update = (number, events, more = {}) => ({
  type: "update",
  viewer: 0,
  number,
  at: number,
  events,
  ...more,
});

/** What begins a deal: Ann holds three cards, Bob three that she does not see. */
export const BEGINNING = [
  {
    event: "DealStarted",
    text: "Deal 1 begins.",
    game: 1,
    deal: 1,
    commitment: "c1",
    seeds: ["aa", "bb"],
    next_commitment: "c2",
    is_last_deal: false,
  },
  { event: "Dealt", first: 0, hands: [["roll", "25", "stop"], []], draw_pile_size: 100 },
  { event: "TurnBegan", text: "Ann’s turn.", seat: 0 },
  { event: "MoveRequested", seat: 0, phase: "play" },
];
