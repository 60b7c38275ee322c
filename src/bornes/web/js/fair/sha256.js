/**
 * SHA-256 and HMAC in plain code: Web Crypto is not there on a home network without HTTPS.
 */

export const SPAN = 2 ** 32;

/** The first 64 primes; the constants of SHA-256 are the first bits behind the point of their roots. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => n > p && n % p === 0),
);
/** @param {number} root */
const bitsBehindThePoint = (root) => Math.floor((root - Math.floor(root)) * SPAN);
const ROUNDS = Uint32Array.from(PRIMES, (prime) => bitsBehindThePoint(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => bitsBehindThePoint(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * Return the SHA-256 of bytes.
 * @param {Uint8Array} bytes @returns {Uint8Array}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(padded.length - 4, bytes.length << 3);
  const sum = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = data.getUint32(at + 4 * i);
    mixIn(sum, words);
  }
  const result = new Uint8Array(32);
  sum.forEach((word, i) => {
    new DataView(result.buffer).setUint32(4 * i, word);
  });
  return result;
}

/**
 * Mix one block, the first sixteen of these words, into the sum.
 * @param {Uint32Array} sum @param {Uint32Array} words
 */
function mixIn(sum, words) {
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15],
      late = words[i - 2];
    words[i] =
      words[i - 16] +
      (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
      words[i - 7] +
      (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = sum;
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    sum[i] += word;
  });
}

/**
 * Return the HMAC-SHA-256 of bytes with this key.
 * @param {Uint8Array} key @param {Uint8Array} bytes @returns {Uint8Array}
 */
export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      bytes,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Return the bytes of a hexadecimal text, or null where it is none.
 * @param {string} text @returns {Uint8Array | null}
 */
export function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);
