// The rows that the program draws of a large table: xoshiro256++ (Blackman & Vigna 2019), seeded by splitmix64.
const bits = (1n << 64n) - 1n;
const turned = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & bits;

// Spreads a seed: the next state, and a word of it.
function splitmix(x: bigint): [bigint, bigint] {
  const next = (x + 0x9e3779b97f4a7c15n) & bits;
  let z = next;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & bits;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & bits;
  return [next, z ^ (z >> 31n)];
}

function generator(seed: number, stream: number): () => bigint {
  let x = BigInt(seed) ^ splitmix(BigInt(stream))[1];
  const state: bigint[] = [];
  for (let k = 0; k < 4; k++) {
    const [next, word] = splitmix(x);
    x = next;
    state.push(word);
  }
  return () => {
    const result = (turned((state[0] + state[3]) & bits, 23n) + state[0]) & bits;
    const t = (state[1] << 17n) & bits;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = turned(state[3], 45n);
    return result;
  };
}

// `wanted` of `count` rows, in their order, each choice as likely as any other.
export function drawnRows(count: number, wanted: number, seed: number, stream = 0): number[] {
  const draw = generator(seed, stream);
  const below = (bound: bigint): bigint => {
    const least = (1n << 64n) % bound; // draws below it would favour small numbers
    let found = draw();
    while (found < least) found = draw();
    return found % bound;
  };
  const kept: number[] = [];
  for (let row = 0, left = wanted; row < count && left > 0; row++) {
    if (left < count - row && below(BigInt(count - row)) >= BigInt(left)) continue;
    kept.push(row);
    left--;
  }
  return kept;
}
