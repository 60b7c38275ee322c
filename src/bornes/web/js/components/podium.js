/** The end of a game: stones by the sea, the winner on the highest, and who came where. */
import { h, keyed, s, setAttribute, setText, show } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { car } from "./illustrations.js";
import { lettering } from "./stroke_digits.js";

/** @typedef {{ index: number, names: string[], total: number, mine?: boolean }} PodiumTeam */
/** @typedef {{ teams: PodiumTeam[], winner: number | null }} PodiumPicture `winner`: null where the game is drawn */
/** @typedef {PodiumTeam & { place: number }} Placed */

const INK = "#1b2230";
/** What the cap of a stone is painted with, and how high it stands, by its place. */
const CAPS = ["#f7c325", "#c9ced6", "#c98a4b", "#fffdf7"];
const HEIGHTS = [190, 132, 96, 78];
const BUNTING = ["#c4202e", "#fff", "#17468f", "#f7c325"];

export class Podium {
  constructor() {
    this.svg = s("svg", { class: "podium", viewBox: "70 -14 660 454", role: "img" });
    this.title = h("h1", { tabindex: -1 });
    this.note = h("p", null);
    this.places = h("ol", { class: "places" });
    /** The scene; `places` and the rest stand beside or below it, as the screen likes. */
    this.element = h(
      "section",
      { class: "beach" },
      this.svg,
      h("div", { class: "beach-shout" }, this.title, this.note),
    );
    this.drawn = "";
  }

  /** @param {PodiumPicture} picture @param {string} [note] what the server says about it */
  update({ teams, winner }, note = "") {
    const placed = placesOf(teams, winner);
    setText(this.title, shoutOf(placed, winner));
    setText(this.note, note);
    show(this.note, note !== "");
    this.#list(placed);
    const wanted = JSON.stringify(placed);
    if (wanted === this.drawn) return;
    this.drawn = wanted;
    const label = placed
      .map(({ place, names, total }) =>
        gettext("{place}. {names}: {points}", { place, names: namesOf(names), points: number(total) }),
      )
      .join("; ");
    setAttribute(this.svg, "aria-label", label);
    this.svg.replaceChildren(...scene(), ...stones(placed));
  }

  /** @param {Placed[]} placed */
  #list(placed) {
    keyed(
      this.places,
      placed,
      ({ index }) => index,
      ({ index }) => h("li", { class: `team-${index}` }, h("b", null), car(index), h("span", null), h("strong", null)),
      (element, { place, names, total }) => {
        const [where, , who, points] = element.children;
        setText(where, number(place));
        setText(who, namesOf(names));
        setText(points, number(total));
        element.classList.toggle("at-front", place === 1);
      },
    );
  }
}

/** @param {string[]} names */
export const namesOf = (names) =>
  names.length === 2 ? gettext("{one} and {other}", { one: names[0], other: names[1] }) : names.join(", ");

/**
 * Return the teams from the first to the last; who is level shares a place, but nobody shares the winner's.
 * @param {PodiumTeam[]} teams @param {number | null} winner @returns {Placed[]}
 */
export function placesOf(teams, winner) {
  /** @param {PodiumTeam} one @param {PodiumTeam} other */
  const ahead = (one, other) =>
    one.index !== other.index && (one.index === winner || (other.index !== winner && one.total > other.total));
  return teams
    .map(({ index, names, total, mine }) => ({
      index,
      names,
      total,
      mine,
      place: 1 + teams.filter((other) => ahead(other, { index, names, total })).length,
    }))
    .sort((one, other) => one.place - other.place || one.index - other.index);
}

/** @param {Placed[]} placed @param {number | null} winner */
function shoutOf(placed, winner) {
  const first = placed.find(({ index }) => index === winner);
  if (!first) return gettext("Side by side at the sea!");
  const partner = first.names.find((name) => name !== gettext("You"));
  if (first.mine)
    return partner ? gettext("You and {name} are by the sea!", { name: partner }) : gettext("You are by the sea!");
  if (first.names.length > 1) return gettext("{names} are by the sea!", { names: namesOf(first.names) });
  return gettext("{name} is by the sea!", { name: first.names[0] ?? "" });
}

/** @param {Placed[]} placed */
function stones(placed) {
  // As on every podium: the first in the middle, the second to the left, the third to the right.
  const order = [placed[1], placed[0], placed[2], placed[3]].filter(Boolean);
  const wide = order.length > 3 ? 0.82 : 1,
    apart = order.length > 3 ? 158 : 210;
  return order.map((team, at) => stone(team, 400 + (at - (order.length - 1) / 2) * apart, wide));
}

/** @param {Placed} team @param {number} x @param {number} scale */
function stone({ index, place, total }, x, scale) {
  const height = HEIGHTS[place - 1] ?? 78,
    cap = CAPS[place - 1] ?? "#fffdf7";
  return s(
    "g",
    { class: `team-${index}`, transform: `translate(${x} 400) scale(${scale} 1)` },
    s("ellipse", { cx: 6, cy: 2, rx: 92, ry: 8, fill: INK, opacity: 0.25 }),
    s("path", { d: `M-82 0v${46 - height}a82 46 0 0 1 164 0V0z`, fill: "#fffdf7", stroke: INK, "stroke-width": 4 }),
    s("path", { d: `M-82 ${52 - height}v-6a82 46 0 0 1 164 0v6z`, fill: cap, stroke: INK, "stroke-width": 4 }),
    s(
      "g",
      { transform: `scale(${1 / scale} 1)` },
      lettering(place, { x: 0, y: 13 - height, height: 30, weight: 2.8 }),
      lettering(total, {
        x: 0,
        y: (height > 100 ? 64 : 60) - height,
        height: height > 100 && scale === 1 ? 30 : Math.min(22, height - 64),
      }),
      s(
        "svg",
        {
          x: -66 * scale,
          y: -height - 64 * scale,
          width: 132 * scale,
          height: 66 * scale,
          viewBox: "0 0 100 50",
          overflow: "visible",
        },
        s("use", { href: `#car-${index}` }),
      ),
      place === 1 && laurel(-height - 88 * scale),
    ),
  );
}

/** @param {number} y */
function laurel(y) {
  const leaves = [-1, 1].flatMap((side) =>
    [0, 1, 2, 3].map((at) =>
      s("ellipse", {
        transform: `translate(${side * (30 - at * at * 2.2)} ${-4 - at * 11}) rotate(${side * (30 - at * 22)})`,
        rx: 5,
        ry: 10,
        fill: "#2f9a63",
        stroke: INK,
        "stroke-width": 2,
      }),
    ),
  );
  return s(
    "g",
    { transform: `translate(0 ${y})` },
    s("path", { d: "M-30 0c0-30 14-40 30-40s30 10 30 40", fill: "none", stroke: "#12613f", "stroke-width": 7 }),
    leaves,
    s("path", {
      d: "M0-36l4 9 10 1-8 6 3 10-9-6-9 6 3-10-8-6 10-1z",
      fill: "#f7c325",
      stroke: INK,
      "stroke-width": 2.5,
      "stroke-linejoin": "round",
    }),
  );
}

/** Sky, sea, sail, palm and bunting. */
function scene() {
  const flags = Array.from({ length: 15 }, (_, at) =>
    s("path", {
      transform: `translate(${24 + at * 54} ${2 + 18 * Math.sin((at / 14) * Math.PI)})`,
      d: "M-14 0h28L0 30z",
      fill: BUNTING[at % 4],
      stroke: INK,
      "stroke-width": 2,
    }),
  );
  return [
    s("path", { d: "M-400-1200h1600v1640H-400z", fill: "var(--sky-2)" }),
    s("path", { d: "M-400-1200h1600v1330H-400z", fill: "var(--sky-1)", opacity: 0.8 }),
    s("circle", { cx: 660, cy: 120, r: 46, fill: "var(--sun)" }),
    s("path", { d: "M-400 250h1600v190H-400z", fill: "var(--sea)" }),
    s("path", {
      d: "M-40 262h90M120 276h60M270 266h70M480 280h50M700 268h80M560 264h40M-220 280h90M890 276h80",
      stroke: "#fff",
      "stroke-width": 4,
      "stroke-linecap": "round",
      opacity: 0.5,
    }),
    s("path", { d: "M-400 252c120-70 260-64 380-30 60 18 60 28 60 28z", fill: "var(--hill-2)" }),
    s("path", { d: "M1200 252c-120-90-240-70-330-34-60 22-100 32-100 32z", fill: "var(--hill-1)" }),
    s("path", {
      transform: "translate(68 186) scale(1.1)",
      d: "M0 58h34c-3 10-9 13-17 13S3 68 0 58zM18 0v54H-4C6 40 12 22 18 0zM22 10c7 16 11 30 12 44H22z",
      fill: "#fff",
      stroke: INK,
      "stroke-width": 2,
    }),
    s("path", { class: "sand", d: "M-400 352c300-40 1300-40 1600 0v600H-400z" }),
    s("path", { d: "M0-2Q400 42 800-2", fill: "none", stroke: INK, "stroke-width": 3 }),
    ...flags,
    s(
      "g",
      { transform: "translate(735 396)" },
      s("path", { d: "M-4 0c-6-50-2-90-14-130", fill: "none", stroke: "#8a6f52", "stroke-width": 12 }),
      s("path", {
        d: "M-18-130c-34-20-54-6-60 14 20-10 40-14 60-14 26-20 48-14 54 8-14-8-34-10-54-8-8 20-20 26-26 46-4-20 6-36 26-46 14 12 26 26 26 46-14-16-20-30-26-46z",
        fill: "#4d8a52",
        stroke: INK,
        "stroke-width": 2.5,
      }),
    ),
  ];
}

/**
 * Let the reader keep a text as a file.
 * @param {string} name @param {string} text
 */
export function saveText(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
