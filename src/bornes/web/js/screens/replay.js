/** A finished deal, looked at again: step by step, with all hands open, and with what a review says of the moves. */
import { openBottomSheet } from "../components/bottom_sheet.js";
import { CopyButton } from "../components/copy_button.js";
import { OpenDrawPiles } from "../components/draw_piles.js";
import { icon, map, wordmark } from "../components/illustrations.js";
import { RaceRoad } from "../components/race_road.js";
import { h, setAttribute } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { isInvitation } from "../core/storage.js";
import { capital } from "../core/text.js";
import { ChancesChart } from "../replay/chances_chart.js";
import { MovePanel } from "../replay/move_panel.js";
import { landings, readMove } from "../replay/notation.js";
import { OpenHands } from "../replay/open_hands.js";
import { Playback } from "../replay/playback.js";
import { ReplayControls } from "../replay/replay_controls.js";
import { ReplayState } from "../replay/replay_state.js";
import { ReviewJob } from "../replay/review_job.js";
import { ReviewStatus } from "../replay/review_status.js";
import { markOf, percent, Verdicts } from "../replay/verdicts.js";
import { fly, placeOf } from "../table/card_animation.js";
import { goalOf } from "../table/table_state.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../router.js").Route} Route */
/** @typedef {import("../router.js").Screen} Screen */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../replay/notation.js").Landing} Landing */

/**
 * @typedef {{ table: string, game: number, deal: number, secret: string, watch: string, seat: number | null }} Which
 */

/** The address follows so long after the last step: browsers forbid to change it all the time. */
const SETTLED = 400;

/** @param {Route} route @param {App} app @returns {Promise<Screen>} */
export async function open(route, app) {
  const [, table = "", , game = "1", deal = "1"] = route.parts;
  const kept = app.memory.seatAt(table),
    word = route.hash.get("watch") ?? "",
    watch = isInvitation(word) ? word : "";
  const which = {
    table,
    game: Number(game),
    deal: Number(deal),
    secret: kept?.secret ?? watch,
    watch,
    seat: kept && kept.seat >= 0 ? kept.seat : null,
  };
  const replay = await app.api.replay(which.table, which.game, which.deal, which.secret || undefined);
  const edition = await app.edition(replay.edition);
  const screen = new ReplayScreen(which, new ReplayState(replay, which.seat), edition, app);
  screen.begin(Number(route.hash.get("move") ?? 0), route.hash.has("review"));
  return { element: screen.element, title: gettext("Replay"), leave: () => screen.leave() };
}

class ReplayScreen {
  /** @param {Which} which @param {ReplayState} story @param {EditionInfo} edition @param {App} app */
  constructor(which, story, edition, app) {
    this.which = which;
    this.story = story;
    this.edition = edition;
    this.app = app;
    this.side = story.side ?? 0;
    /** @type {Verdicts | null} */
    this.verdicts = null;
    this.addressTimer = 0;
    /** @type {Set<number>} the teams that were opened by hand, on a small screen */
    this.opened = new Set();
    /** @type {Set<number>} and those that were shut */
    this.shut = new Set();
    this.playback = new Playback({
      length: story.length,
      marks: () => this.#marks(),
      isMarked: (step) => markOf(this.verdicts?.at(step)) !== null,
      shortcuts: () => app.memory.get("shortcuts"),
      onStep: (onward) => this.#stepped(onward),
      onLook: () => this.#show(),
      onPlaying: () => this.#showControls(),
    });
    this.road = new RaceRoad(edition, story.teams);
    this.stock = new OpenDrawPiles(edition);
    this.teams = Array.from({ length: story.teams }, (_, team) => new OpenHands(edition, team, () => this.#fold(team)));
    this.panel = new MovePanel(edition, story, {
      onLook: (better) => this.playback.look(better),
      onGo: (step) => this.playback.go(step),
      stock: this.stock.element,
    });
    this.hills = new ChancesChart((step) => this.playback.go(step));
    this.controls = new ReplayControls((go) => this.playback.control(go));
    this.line = new ReviewStatus(story, { onSide: (team) => this.#sideOf(team), onBegin: () => this.work.begin() });
    const { api } = app,
      { table, game, deal, secret } = which;
    this.work = new ReviewJob(
      {
        ask: () => api.askReview(table, game, deal, secret || undefined),
        read: () => api.readReview(table, game, deal, secret || undefined),
      },
      (work) => this.#reviewed(work),
    );
    this.boards = h("section", { class: "boards", aria: { label: gettext("Boards and hands") } }, this.#inOrder());
    this.stage = h("main", { class: "stage" }, this.road.element, this.panel.element, this.boards);
    this.element = h(
      "div",
      { class: "replay", data: { sides: story.teams, seats: story.replay.players } },
      map(),
      this.#bar(),
      this.stage,
      h(
        "section",
        { class: "strip", aria: { label: gettext("Through the deal") } },
        this.line.element,
        this.hills.element,
        this.controls.element,
      ),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.playback.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  get step() {
    return this.playback.step;
  }
  get looksAtBetter() {
    return this.playback.looksAtBetter;
  }

  /** @param {number} step @param {boolean} wantsReview */
  async begin(step, wantsReview) {
    this.playback.step = this.playback.within(step);
    this.#drawHills();
    this.#show();
    requestAnimationFrame(() => this.#bringIntoView());
    await this.work.look();
    if (wantsReview && this.work.state === "none") this.work.begin();
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    clearTimeout(this.addressTimer);
    this.playback.pause();
    this.work.leave();
  }

  // -- the frame of the screen ----------------------------------------------------------------------------------------

  #bar() {
    const { replay } = this.story,
      { table } = this.which;
    const dealName = capital(this.edition.terms["deal"] ?? "");
    const deals = Array.from({ length: Math.max(replay.deals ?? 1, replay.deal) }, (_, at) => at + 1);
    const chooser = h(
      "select",
      {
        class: "deals",
        aria: { label: gettext("Another deal of the game") },
        on: { change: () => this.app.go(this.#address(Number(chooser.value))) },
      },
      deals.map((deal) => h("option", { value: deal, selected: deal === replay.deal }, `${dealName} ${number(deal)}`)),
    );
    return h(
      "header",
      { class: "replay-bar" },
      h("a", { class: "home", href: "/", aria: { label: gettext("Bornes, first page") } }, wordmark()),
      h("h1", null, gettext("Replay")),
      h("b", { class: "cartouche" }, this.edition.title),
      chooser,
      h(
        "button",
        {
          type: "button",
          class: "to-moment",
          title: gettext("Link to this moment"),
          aria: { label: gettext("Link to this moment") },
          on: { click: () => this.#copyLink() },
        },
        icon("link"),
        h("span", null, gettext("Link to this moment")),
      ),
      h(
        "a",
        {
          class: "button to-table",
          href: `/t/${encodeURIComponent(table)}${this.which.watch ? `#watch=${this.which.watch}` : ""}`,
          aria: { label: gettext("Back to the table") },
          title: gettext("Back to the table"),
        },
        icon("close"),
      ),
    );
  }

  /** One's own board lies nearest, below the others. */
  #inOrder() {
    const from = this.side + 1;
    return this.teams.map((_, at) => /** @type {OpenHands} */ (this.teams[(from + at) % this.teams.length]).element);
  }

  /** @param {number} deal @param {number} [step] @param {string} [watch] */
  #address(deal, step, watch = this.which.watch) {
    const { table, game } = this.which;
    const hash = new URLSearchParams({
      ...(watch ? { watch } : {}),
      ...(step ? { move: String(step) } : {}),
    }).toString();
    return `/t/${encodeURIComponent(table)}/replay/${game}/${deal}${hash ? `#${hash}` : ""}`;
  }

  /**
   * Hand out a link that shows this moment to others, too: to a private table it brings the word that lets them look
   * on.
   */
  async #copyLink() {
    const { table, deal, secret, watch, seat } = this.which;
    let word = watch;
    if (seat !== null && secret) {
      const invitation = await this.app.api.invitation(table, secret).catch(() => null);
      word = new URLSearchParams(invitation?.watch.split("#")[1] ?? "").get("watch") ?? watch;
    }
    const link = location.origin + this.#address(deal, this.step, word);
    // Over plain HTTP a script has no clipboard: then the link is shown, to be copied by hand.
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    if (copied) this.app.tell(gettext("The link to this moment is copied. Whoever has it can look at it."));
    else this.#showLink(link);
  }

  /** @param {string} link */
  #showLink(link) {
    const line = new CopyButton(gettext("Link to this moment"), this.app);
    line.update(link);
    openBottomSheet(gettext("Link to this moment"), () => line.element);
  }

  // -- the review -----------------------------------------------------------------------------------------------------

  /** @param {ReviewJob} work */
  #reviewed(work) {
    const had = this.verdicts !== null;
    this.verdicts = work.review ? new Verdicts(work.review, this.which.deal) : null;
    this.line.update(work, this.side, this.#marks());
    if (had === (this.verdicts !== null)) return;
    this.panel.renew();
    this.#drawHills();
    this.#show();
    this.#bringIntoView();
    if (this.verdicts && this.work.progress) this.app.announce(gettext("The review is there."));
  }

  /** The marks of the team whose road is shown. */
  #marks() {
    return this.verdicts?.marked((seat) => this.story.teamOf(seat) === this.side) ?? [];
  }

  /** @param {number} team */
  #sideOf(team) {
    this.side = team;
    this.#drawHills();
    this.#show();
  }

  #drawHills() {
    const { story, verdicts, side } = this;
    const steps = Array.from({ length: story.length + 1 }, (_, step) => step),
      teams = Array.from({ length: story.teams }, (_, team) => team);
    const chances = verdicts && steps.map((step) => teams.map((team) => verdicts.chance(step, team)));
    // Of four teams none may ever have had more than half of the chances: the sky is not drawn higher than it must be.
    const most = chances ? Math.max(...chances.flat()) : 1,
      top = most < 0.47 ? 0.5 : 1;
    const heights = chances ? chances.map((all) => all.map((chance) => chance / top)) : story.places;
    const marks = this.#marks();
    this.hills.draw({
      heights,
      side,
      even: verdicts ? 1 / story.teams / top : null,
      top: verdicts ? percent(top) : "",
      marks,
    });
    this.line.update(this.work, side, marks);
  }

  // -- stepping -------------------------------------------------------------------------------------------------------

  /** Show the step that was gone to. @param {boolean} onward whether it is the next one */
  #stepped(onward) {
    this.shut.clear();
    const from = onward ? this.#placesOfPlayed() : [];
    this.#show();
    this.#bringIntoView();
    for (const { landing, box } of from) fly(this.#landed(landing), box);
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(
      () => history.replaceState(null, "", this.#address(this.which.deal, this.step)),
      SETTLED,
    );
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  /** @param {number} team */
  #fold(team) {
    const folded = this.teams[team]?.element.classList.contains("folded");
    if (folded) {
      this.opened.add(team);
      this.shut.delete(team);
    } else {
      this.opened.delete(team);
      this.shut.add(team);
    }
    this.#show();
  }

  #show() {
    const { story, step, verdicts, looksAtBetter } = this;
    const frame = story.frame(step),
      decision = verdicts?.at(step) ?? null;
    const picture = story.pictureAt(looksAtBetter ? step - 1 : step);
    const laid = frame && !looksAtBetter ? landings(frame.events, (seat) => story.teamOf(seat)) : [];
    const better = decision && Verdicts.better(decision),
      move = better ? readMove(better.move) : null;
    const target =
      move?.to === "team" ? move.team : move?.to === "own" && decision ? story.teamOf(decision.seat) : null;
    const actor = frame?.seat ?? null;
    const busy = new Set([
      actor === null ? this.side : story.teamOf(actor),
      ...(target === null ? [] : [target]),
      ...laid.flatMap((each) => ("team" in each ? [each.team] : [])),
    ]);
    this.road.update(picture);
    for (const team of picture.teams) {
      this.teams[team.index]?.update(team, {
        active: actor,
        hands: picture.hands ?? [],
        goal: goalOf(picture.table, this.edition),
        laid: laid.flatMap((each) => ("team" in each && each.team === team.index ? [each.card] : [])),
        better: move?.card && decision ? { seat: decision.seat, card: move.card } : null,
        target: target === team.index && move?.card ? move.card : null,
        folded: this.shut.has(team.index) || !(busy.has(team.index) || this.opened.has(team.index)),
      });
    }
    this.stock.update(picture, {
      laid: laid.some((each) => "discards" in each),
      aimed: move?.to === "discards" || move?.to === "draw" ? move.to : null,
    });
    this.panel.update(step, verdicts, looksAtBetter);
    setAttribute(this.element, "data-looks", looksAtBetter ? "better" : "played");
    this.#showControls();
  }

  #showControls() {
    const { story, step, verdicts, side } = this;
    const chance = verdicts ? percent(verdicts.chance(step, side)) : "";
    this.controls.update({
      step,
      length: story.length,
      playing: this.playback.timer !== 0,
      marks: this.#marks().length,
      chance,
    });
    const where = gettext("Move {number} of {all}", { number: step, all: story.length });
    this.hills.move(step, chance ? `${where}, ${chance}` : where);
  }

  /** Where not all boards have room, whoever made the move is seen. */
  #bringIntoView() {
    const seat = this.story.frame(this.step)?.seat;
    if (seat !== undefined) this.teams[this.story.teamOf(seat)]?.element.scrollIntoView({ block: "nearest" });
    // What scrolls can be reached by key, to be scrolled by key.
    for (const place of [this.stage, this.boards, this.panel.element])
      setAttribute(
        place,
        "tabindex",
        place.scrollHeight > place.clientHeight + 1 && getComputedStyle(place).overflowY === "auto" ? 0 : null,
      );
  }

  /** Where the cards of the next move are, before it is shown. */
  #placesOfPlayed() {
    const frame = this.story.frame(this.step);
    if (!frame) return [];
    const team = this.teams[this.story.teamOf(frame.seat)];
    return landings(frame.events, (seat) => this.story.teamOf(seat)).map((landing) => ({
      landing,
      box: placeOf(team?.heldCard(frame.seat, landing.card)),
    }));
  }

  /** @param {Landing} landing */
  #landed(landing) {
    return "team" in landing
      ? this.teams[landing.team]?.board.pileElement(landing.card)
      : this.stock.top.firstElementChild;
  }
}
