// GIF89a, moving: one palette for all frames, and Lempel, Ziv and Welch's codes of growing width.

export interface Frame {
  width: number;
  height: number;
  data: Uint8ClampedArray; // red, green, blue, alpha
}

const depth = 32; // steps of a channel in the histogram of colours
const keyOf = (data: Uint8ClampedArray, at: number) =>
  ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

interface Heap {
  keys: number[]; // cells of the histogram
  weight: number;
}

// What all frames are made of: how often each cell occurs, and the sums of the colours in it.
export class Colors {
  private readonly counts = new Float64Array(depth ** 3);
  private readonly sums = new Float64Array(3 * depth ** 3);

  add({ data }: Frame): void {
    for (let at = 0; at < data.length; at += 4) {
      const key = keyOf(data, at);
      this.counts[key]++;
      for (let c = 0; c < 3; c++) this.sums[3 * key + c] += data[at + c];
    }
  }

  private mean(key: number, channel: number): number {
    return this.sums[3 * key + channel] / this.counts[key];
  }

  // Heckbert's median cut; `place` says which entry of the palette a cell has.
  palette(): { colors: Uint8Array; place: Uint8Array } {
    const keys = Array.from(this.counts.keys()).filter((key) => this.counts[key] > 0);
    const heaps = [this.heap(keys)];
    while (heaps.length < 256) {
      const widest = this.widest(heaps);
      if (widest < 0) break;
      heaps.splice(widest, 1, ...this.cut(heaps[widest]));
    }
    const [colors, place] = [new Uint8Array(768), new Uint8Array(depth ** 3)];
    heaps.forEach(({ keys: cells, weight }, entry) => {
      for (let c = 0; c < 3; c++)
        colors[3 * entry + c] = Math.round(cells.reduce((sum, key) => sum + this.sums[3 * key + c], 0) / weight);
      for (const key of cells) place[key] = entry;
    });
    return { colors, place };
  }

  private heap(keys: number[]): Heap {
    return { keys, weight: keys.reduce((sum, key) => sum + this.counts[key], 0) };
  }

  private span({ keys }: Heap): { channel: number; size: number } {
    let best = { channel: 0, size: 0 };
    for (let channel = 0; channel < 3; channel++) {
      let [low, high] = [255, 0];
      for (const key of keys) {
        const value = this.mean(key, channel);
        [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
      if (high - low > best.size) best = { channel, size: high - low };
    }
    return best;
  }

  // The heap in which colours are farthest apart, those of many pixels before those of few.
  private widest(heaps: Heap[]): number {
    let [best, most] = [-1, 0];
    heaps.forEach((heap, k) => {
      if (heap.keys.length < 2) return;
      const value = this.span(heap).size * Math.sqrt(heap.weight);
      if (value > most) [best, most] = [k, value];
    });
    return best;
  }

  private cut(heap: Heap): [Heap, Heap] {
    const { channel } = this.span(heap);
    const keys = [...heap.keys].sort((a, b) => this.mean(a, channel) - this.mean(b, channel));
    let [end, mass] = [0, 0];
    while (end < keys.length - 1 && (end === 0 || mass < heap.weight / 2)) mass += this.counts[keys[end++]];
    return [this.heap(keys.slice(0, end)), this.heap(keys.slice(end))];
  }
}

// Bytes that grow.
class Bytes {
  private bytes = new Uint8Array(1 << 16);
  length = 0;
  push(...values: number[]): void {
    for (const value of values) {
      if (this.length === this.bytes.length) {
        const more = new Uint8Array(2 * this.length);
        more.set(this.bytes);
        this.bytes = more;
      }
      this.bytes[this.length++] = value;
    }
  }
  short(value: number): void {
    this.push(value & 255, value >> 8);
  }
  text(text: string): void {
    for (const sign of text) this.push(sign.charCodeAt(0));
  }
  get all(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }
}

// Codes of growing width in blocks of at most 255 bytes.
class Codes {
  private block: number[] = [];
  private bits = 0;
  private held = 0;
  constructor(private readonly into: Bytes) {}
  put(code: number, width: number): void {
    this.held |= code << this.bits;
    for (this.bits += width; this.bits >= 8; this.bits -= 8, this.held >>>= 8) this.byte(this.held & 255);
  }
  private byte(value: number): void {
    this.block.push(value);
    if (this.block.length === 255) this.flush();
  }
  private flush(): void {
    if (this.block.length > 0) this.into.push(this.block.length, ...this.block);
    this.block = [];
  }
  end(): void {
    if (this.bits > 0) this.byte(this.held & 255);
    this.flush();
    this.into.push(0);
  }
}

const [clear, stop, mostCodes] = [256, 257, 4096];

function compress(pixels: Uint8Array, into: Bytes): void {
  const follow = new Uint16Array(mostCodes << 8); // code of a string and one more sign; 0: none yet
  const codes = new Codes(into);
  into.push(8);
  let [next, width] = [stop + 1, 9];
  codes.put(clear, width);
  let string = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const at = (string << 8) | pixels[i];
    if (follow[at] > 0) {
      string = follow[at];
      continue;
    }
    codes.put(string, width);
    if (next < mostCodes) {
      if (next === 1 << width) width++;
      follow[at] = next++;
    } else {
      codes.put(clear, width);
      follow.fill(0);
      [next, width] = [stop + 1, 9];
    }
    string = pixels[i];
  }
  codes.put(string, width);
  // The reader has made one code more by now, and may have widened.
  if (next === 1 << width && width < 12) width++;
  codes.put(stop, width);
  codes.end();
}

export class Gif {
  private readonly bytes = new Bytes();

  constructor(
    width: number,
    height: number,
    private readonly palette: { colors: Uint8Array; place: Uint8Array },
  ) {
    this.bytes.text("GIF89a");
    this.bytes.short(width);
    this.bytes.short(height);
    this.bytes.push(0xf7, 0, 0, ...palette.colors);
    this.bytes.push(0x21, 0xff, 11);
    this.bytes.text("NETSCAPE2.0"); // the extension by which it repeats for ever
    this.bytes.push(3, 1, 0, 0, 0);
  }

  // Shown for so many hundredths of a second.
  add({ width, height, data }: Frame, hundredths: number): void {
    this.bytes.push(0x21, 0xf9, 4, 4);
    this.bytes.short(hundredths);
    this.bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    this.bytes.short(width);
    this.bytes.short(height);
    this.bytes.push(0);
    const pixels = new Uint8Array(width * height);
    for (let i = 0; i < pixels.length; i++) pixels[i] = this.palette.place[keyOf(data, 4 * i)];
    compress(pixels, this.bytes);
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.bytes.push(0x3b);
    return this.bytes.all;
  }
}
