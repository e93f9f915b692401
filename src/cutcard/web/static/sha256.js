// SHA-256 (FIPS 180-4) in plain JavaScript: the browser's own is there only over https, and a seal must be checkable anywhere.

const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0;
const ROUND = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turned = (x, by) => (x >>> by) | (x << (32 - by));

function padded(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function compressed(hash, view, at) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const s0 = turned(words[i - 15], 7) ^ turned(words[i - 15], 18) ^ (words[i - 15] >>> 3);
    const s1 = turned(words[i - 2], 17) ^ turned(words[i - 2], 19) ^ (words[i - 2] >>> 10);
    words[i] = (words[i - 16] + s0 + words[i - 7] + s1) >>> 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) >>> 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + hash[i]) >>> 0);
}

// The hash of a text in UTF-8, in hexadecimal.
export function sha256(text) {
  const view = padded(new TextEncoder().encode(text));
  let hash = START;
  for (let at = 0; at < view.byteLength; at += 64) hash = compressed(hash, view, at);
  return hash.map((word) => word.toString(16).padStart(8, "0")).join("");
}
