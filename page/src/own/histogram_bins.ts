// Headers that are bins ("12.5", "5-9", "100+", "<5") and where their centres are, as the program reads them.
type Bin = { meaning: "number" | "from" | "below" | "range"; low: number; high: number };

const finite = (word: string): number | null => {
  const text = word.trim();
  return text !== "" && /^[+-]?[\d.]/.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
};

export function binOf(header: string): Bin | null {
  const text = header.trim();
  const number = finite(text);
  if (number !== null) return { meaning: "number", low: number, high: number };
  const low = text.endsWith("+") ? finite(text.slice(0, -1)) : null;
  if (low !== null) return { meaning: "from", low, high: low };
  const high = text.startsWith("<") ? finite(text.slice(1)) : null;
  if (high !== null) return { meaning: "below", low: high, high };
  for (const dash of ["..", " to ", "–", "-"])
    for (let at = text.indexOf(dash); at >= 0; at = text.indexOf(dash, at + 1)) {
      // A dash may also be a sign or stand in an exponent: the first that has a number on both sides counts.
      const [from, to] = [finite(text.slice(0, at)), finite(text.slice(at + dash.length))];
      if (from !== null && to !== null) return { meaning: "range", low: from, high: to };
    }
  return null;
}

// Whether ranges count whole numbers, both ends included.
function endsIncluded(bins: readonly Bin[]): boolean {
  return bins.every((bin) => {
    if (bin.meaning === "below") return true;
    if (!Number.isInteger(bin.low)) return false;
    if (bin.meaning !== "range") return true;
    const touches = bins.some((other) => other !== bin && other.meaning !== "below" && other.low === bin.high);
    return Number.isInteger(bin.high) && !touches;
  });
}

export function binCenters(bins: readonly Bin[]): number[] {
  const onlyNumbers = bins.every(({ meaning }) => meaning === "number");
  const beyond = !onlyNumbers && endsIncluded(bins) ? 1 : 0;
  const width = (k: number): number => {
    const bin = bins[k];
    if (!bin || bin.meaning === "from" || bin.meaning === "below")
      throw new Error("a bin that is open at one end needs a closed one beside it, whose width it takes");
    return bin.high + beyond - bin.low;
  };
  return bins.map((bin, k) => {
    let [low, high] = [bin.low, bin.high + beyond];
    if (bin.meaning === "from") high = low + width(k - 1);
    if (bin.meaning === "below") [low, high] = [bin.high - width(k + 1), bin.high];
    if (low > high) throw new Error(`the bin ${bin.low}-${bin.high} ends before it begins`);
    return low + (high - low) / 2;
  });
}
