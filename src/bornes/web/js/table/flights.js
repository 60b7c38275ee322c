/**
 * Cards that fly from where they were to where they go, and cars that roll.
 *
 * The thing is already where it belongs and is only shown coming from where it was: nothing waits for it, and it takes
 * no click.
 */

const LONG = 200;
const EASING = "cubic-bezier(.2, .8, .3, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Element | null | undefined} element @returns {DOMRect | null} */
export function placeOf(element) {
  const box = element?.getBoundingClientRect();
  return box && box.width ? box : null;
}

/**
 * Show an element coming from a place; a place without a size is passed over.
 * @param {Element | null | undefined} element @param {DOMRect | null} from @param {{ duration?: number, turn?: boolean }} [how]
 */
export function fly(element, from, { duration = LONG } = {}) {
  const to = placeOf(element);
  if (!element || !from || !to || calm.matches || document.visibilityState === "hidden") return;
  const [x, y, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  element.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }],
    { duration, easing: EASING },
  );
}
