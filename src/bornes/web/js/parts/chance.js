/** Numbers that nobody can guess. `getRandomValues` is there without a secure context, too. */

/** @param {number} count */
const bytes = (count) => crypto.getRandomValues(new Uint8Array(count));

/**
 * Return the secret of a seat: 192 bits in base64url. Who chooses it can ask again when an answer was lost, and has the
 * same seat.
 */
export function newSecret() {
  return btoa(String.fromCharCode(...bytes(24))).replaceAll("+", "-").replaceAll("/", "_");
}

/** Return a part in the next shuffle, in hexadecimal. */
export function newSeed() {
  return [...bytes(16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
