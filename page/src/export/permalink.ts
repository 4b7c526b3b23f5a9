// What is looked at, kept in the part of the address after '#': a link, or a reload, brings the same view.

interface Piece {
  get: () => string | null; // null: as at the beginning
  set: (text: string | null) => void;
}

export class Permalink {
  private readonly pieces = new Map<string, Piece>();
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private applying = false;
  private written = "";

  constructor(private readonly write: (fragment: string) => void) {}

  keep(key: string, get: Piece["get"], set: Piece["set"]): void {
    this.pieces.set(key, { get, set });
  }

  get fragment(): string {
    const words: string[] = [];
    for (const [key, { get }] of this.pieces) {
      const value = get();
      if (value !== null) words.push(`${key}=${encodeURIComponent(value)}`);
    }
    return words.join("&");
  }

  // Not at every frame of a drag: browsers refuse more than a few changes a second.
  changed(): void {
    if (this.applying) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (this.fragment === this.written) return;
      this.written = this.fragment;
      this.write(this.written);
    }, 250);
  }

  // Words that it does not know, and values that make no sense, are passed over.  False: no state, such as #plane.
  read(fragment: string): boolean {
    const words = fragment.replace(/^#/, "").split("&");
    if (!fragment.includes("=")) return false;
    this.applying = true;
    const told = new Map(words.map((word) => [word.split("=")[0], decoded(word.slice(word.indexOf("=") + 1))]));
    for (const [key, { get, set }] of this.pieces) {
      const text = told.get(key) ?? null;
      if (text !== null || get() !== null) set(text);
    }
    this.applying = false;
    this.written = this.fragment;
    return true;
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// A whole number from `low` to below `high`, or null.
export function whole(text: string, low: number, high: number): number | null {
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= low && value < high ? value : null;
}

// Rising numbers as 3-9,12.
export function ranges(numbers: readonly number[]): string {
  const words: string[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const start = i;
    while (i + 1 < numbers.length && numbers[i + 1] === numbers[i] + 1) i++;
    words.push(start === i ? `${numbers[i]}` : `${numbers[start]}-${numbers[i]}`);
  }
  return words.join(",");
}

// The same back; what is not below `count` is left out.
export function fromRanges(text: string, count: number): number[] {
  const all = new Set<number>();
  for (const word of text.split(",").slice(0, 10000)) {
    const [low, high = low] = word.split("-").map((one) => whole(one, 0, count));
    if (low === null || high === null || low === undefined) continue;
    for (let i = low; i <= high; i++) all.add(i);
  }
  return [...all].sort((a, b) => a - b);
}
