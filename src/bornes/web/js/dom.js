/**
 * Elements made by hand: text is always a text node, so a name that somebody chose can never become markup.
 *
 * There is no `innerHTML` anywhere (the page's policy forbids it). What changes often is made once and brought up to
 * date in place, so that focus stays where it is and a screen reader hears only what is new.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[] | (Child | Child[])[]} Children a list may have lists in it */
/**
 * @typedef {{ class?: string, data?: Record<string, string | number | undefined>, aria?: Record<string, string | number | boolean | undefined>,
 *   on?: Record<string, (event: any) => void>, vars?: Record<string, string | number>, [attribute: string]: unknown }} Properties
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new HTML element. `class`, `data`, `aria`, `on` (listeners) and `vars` (custom properties of CSS) are for
 * themselves; every other property is an attribute: `true` sets it empty, `false`, `null` and `undefined` leave it out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Properties | null} [properties] @param {...Children} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties, ...children) {
  return finish(document.createElement(tag), properties, children);
}

/**
 * Return a new SVG element; properties and children as of `h`.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Properties | null} [properties] @param {...Children} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, properties, ...children) {
  return /** @type {any} */ (finish(document.createElementNS(SVG, tag), properties, children));
}

/**
 * Return an `<svg>` that shows a symbol of the page's drawings (see `art/`); hidden from screen readers unless labelled.
 * @param {string} symbol @param {Properties} [properties]
 */
export function drawing(symbol, properties = {}) {
  const labelled = properties.aria?.label !== undefined;
  const svg = s("svg", { ...properties, role: labelled ? "img" : undefined, "aria-hidden": labelled ? undefined : "true" });
  svg.append(s("use", { href: `#${symbol}` }));
  return svg;
}

/**
 * @template {Element} Made
 * @param {Made} element @param {Properties | null | undefined} properties @param {Children[]} children
 * @returns {Made}
 */
function finish(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) setProperty(element, name, value);
  append(element, children);
  return element;
}

/** @param {Element} element @param {string} name @param {any} value */
function setProperty(element, name, value) {
  if (name === "data") for (const [key, each] of Object.entries(value)) setAttribute(element, `data-${kebab(key)}`, each);
  else if (name === "aria") for (const [key, each] of Object.entries(value)) setAttribute(element, `aria-${key.toLowerCase()}`, each === undefined ? undefined : String(each));
  else if (name === "on") for (const [type, listener] of Object.entries(value)) element.addEventListener(type, /** @type {EventListener} */ (listener));
  else if (name === "vars") setVars(/** @type {HTMLElement} */ (element), value);
  else setAttribute(element, name, value);
}

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Set an attribute, or take it away for `false`, `null` and `undefined`; what is so already is not touched.
 * @param {Element} element @param {string} name @param {unknown} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * Set custom properties, which CSS computes with: `{km: 425}` is `--km: 425`.
 * @param {HTMLElement | SVGElement} element @param {Record<string, string | number>} vars
 */
export function setVars(element, vars) {
  for (const [name, value] of Object.entries(vars)) {
    const text = String(value);
    if (element.style.getPropertyValue(`--${name}`) !== text) element.style.setProperty(`--${name}`, text);
  }
}

/**
 * Set the text of an element, if it is another.
 * @param {Element} element @param {string | number} text
 */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

/**
 * Show or hide.
 * @param {Element} element @param {boolean} shown
 */
export function show(element, shown) {
  setAttribute(element, "hidden", !shown);
}

/**
 * Append children: nodes, texts, or lists of them; nothing for `null`, `undefined` and `false`.
 * @param {Node} parent @param {Children[]} children
 */
export function append(parent, children) {
  for (const child of /** @type {Child[]} */ (children.flat(Infinity))) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Put these children in place of all that an element has.
 * @param {Element} parent @param {...Children} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * Make the children of an element those of a list: each item has a key, whose element is made once, brought up to date
 * afterwards, moved where the order changed, and removed when its item is gone.  Elements of others are left alone.
 * @template Item
 * @param {Element} parent @param {readonly Item[]} items @param {(item: Item, at: number) => string | number} keyOf
 * @param {(item: Item, at: number) => HTMLElement} make
 * @param {(element: HTMLElement, item: Item, at: number) => void} [update] called for new ones, too
 * @returns {HTMLElement[]} the elements in the order of the items
 */
export function keyed(parent, items, keyOf, make, update) {
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  for (const child of parent.children) {
    const key = /** @type {any} */ (child).bornesKey;
    if (key !== undefined) known.set(key, /** @type {HTMLElement} */ (child));
  }
  const elements = items.map((item, at) => {
    const key = String(keyOf(item, at));
    let element = known.get(key);
    if (element) known.delete(key);
    else {
      element = make(item, at);
      /** @type {any} */ (element).bornesKey = key;
    }
    update?.(element, item, at);
    return element;
  });
  for (const gone of known.values()) gone.remove();
  /** @type {Element | null} */
  let next = null;
  for (const element of [...elements].reverse()) {
    const placed = element.parentNode === parent && (next ? element.nextElementSibling === next : true);
    if (!placed) parent.insertBefore(element, next);
    next = element;
  }
  return elements;
}
