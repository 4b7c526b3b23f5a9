import { describe, expect, it } from "vitest";
import { fixture } from "../fixture";
import { decode } from "../payload";
import { screeTable } from "../scree";
import { Colors, Gif, type Frame } from "./gif";
import { atomTable } from "./morph_figure";
import { fromRanges, Permalink, ranges, whole } from "./permalink";
import { escaped, SvgPaper } from "./svg_paper";

// A reader of GIF written from the specification alone, for the tests.
function readGif(bytes: Uint8Array): { frames: Uint8Array[]; delays: number[]; width: number; height: number } {
  const short = (at: number) => bytes[at] | (bytes[at + 1] << 8);
  expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe("GIF89a");
  const [width, height] = [short(6), short(8)];
  const size = 3 * 2 ** ((bytes[10] & 7) + 1);
  const palette = bytes.subarray(13, 13 + size);
  const [frames, delays]: [Uint8Array[], number[]] = [[], []];
  let at = 13 + size;
  const blocks = () => {
    const data: number[] = [];
    for (; bytes[at] > 0; at += bytes[at] + 1) data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]));
    at++;
    return data;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delays.push(short(at + 4));
      at += 2;
      blocks();
    } else {
      expect(bytes[at]).toBe(0x2c);
      at += 10;
      const least = bytes[at++];
      const places = expand(blocks(), least);
      frames.push(Uint8Array.from(places.flatMap((p) => [...palette.subarray(3 * p, 3 * p + 3)])));
    }
  }
  expect(at).toBe(bytes.length - 1);
  return { frames, delays, width, height };
}

function expand(data: number[], least: number): number[] {
  const [clear, end] = [1 << least, (1 << least) + 1];
  let [table, width, bit]: [number[][], number, number] = [[], least + 1, 0];
  let last: number[] | null = null;
  const out: number[] = [];
  for (;;) {
    let code = 0;
    for (let b = 0; b < width; b++, bit++) code |= ((data[bit >> 3] >> (bit & 7)) & 1) << b;
    if (code === end) return out;
    if (code === clear) {
      table = Array.from({ length: end + 1 }, (_, k) => [k]);
      [width, last] = [least + 1, null];
      continue;
    }
    const entry: number[] | undefined = code < table.length ? table[code] : last ? [...last, last[0]] : undefined;
    if (!entry) throw new Error(`code ${code} of ${table.length}`);
    out.push(...entry);
    if (last && table.length < 4096) table.push([...last, entry[0]]);
    last = entry;
    if (table.length === 1 << width && width < 12) width++;
  }
}

function frame(width: number, height: number, color: (x: number, y: number) => number[]): Frame {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) data.set([...color(i % width, Math.floor(i / width)), 255], 4 * i);
  return { width, height, data };
}

function made(frames: Frame[]): ReturnType<typeof readGif> {
  const colors = new Colors();
  frames.forEach((one) => colors.add(one));
  const gif = new Gif(frames[0].width, frames[0].height, colors.palette());
  frames.forEach((one) => gif.add(one, 8));
  return readGif(gif.finish());
}

const plain = ({ data }: Frame) => Uint8Array.from(data.filter((_, i) => i % 4 < 3));

describe("a moving picture", () => {
  it("keeps few colours to the bit, whatever their pattern", () => {
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const noise = frame(97, 61, () => [8 * Math.floor(8 * random()), 16, 8 * Math.floor(8 * random())]);
    const flat = frame(97, 61, () => [0, 16, 0]);
    const { frames, delays, width, height } = made([noise, flat, noise]);
    expect([width, height]).toEqual([97, 61]);
    expect(delays).toEqual([8, 8, 8]);
    [noise, flat, noise].forEach((one, k) => expect(frames[k]).toEqual(plain(one)));
  });
  it("writes over more than 4096 codes, and one pixel", () => {
    const wide = frame(300, 300, (x, y) => [(x * 7 + y * y) & 248, (x * y) & 248, 0]);
    expect(made([wide]).frames[0].length).toBe(270000);
    const dot = frame(1, 1, () => [8, 16, 24]);
    expect(made([dot]).frames[0]).toEqual(plain(dot));
  });
  it("stays near where there are more colours than entries", () => {
    const rainbow = frame(128, 128, (x, y) => [2 * x, 2 * y, 255 - x - y]);
    const [seen, true_] = [made([rainbow]).frames[0], plain(rainbow)];
    const squared = seen.reduce((sum, v, i) => sum + (v - true_[i]) ** 2, 0) / seen.length;
    expect(Math.sqrt(squared)).toBeLessThan(9);
  });
  it("every length of codes ends well", () => {
    for (let n = 1; n < 1200; n += 41) {
      const one = frame(n, 1, (x) => [((x * x) % 32) * 8, ((x * 3) % 8) * 8, 0]);
      expect(made([one]).frames[0]).toEqual(plain(one));
    }
  }, 30000);
});

describe("a drawing as SVG", () => {
  it("writes names as text, never as markup", () => {
    const paper = new SvgPaper();
    paper.fillText('<script>"&\u0000', 1, 2);
    expect(paper.markup).toContain("&lt;script&gt;&quot;&amp;\ufffd</text>");
    expect(escaped("\u2028\u202e")).toBe("\u2028\u202e");
  });
  it("closes the groups of its clips, and brings pens back", () => {
    const paper = new SvgPaper();
    paper.fillStyle = "#123456";
    paper.save();
    paper.beginPath();
    paper.rect(0, 0, 5, 5);
    paper.clip();
    paper.fillStyle = "#abcdef";
    paper.rotate(-Math.PI / 2);
    paper.fillRect(1, 2, 3, 4);
    paper.restore();
    paper.fillRect(1, 2, 3, 4);
    expect(paper.markup.match(/<g /g)?.length).toBe(paper.markup.match(/<\/g>/g)?.length);
    expect(paper.markup).toMatch(/fill="#abcdef" transform="rotate\(-90\)".*<\/g>.*fill="#123456"\/>$/s);
  });
  it("a path that begins with a line begins there", () => {
    const paper = new SvgPaper();
    paper.beginPath();
    paper.lineTo(1, 2);
    paper.lineTo(3, 4);
    paper.stroke();
    expect(paper.markup).toContain('d="M1 2L3 4"');
  });
});

describe("a link to a view", () => {
  const pair = () => {
    const state = { a: "", b: "7" };
    const link = new Permalink(() => undefined);
    link.keep(
      "a",
      () => state.a || null,
      (text) => (state.a = text ?? ""),
    );
    link.keep(
      "b",
      () => (state.b === "7" ? null : state.b),
      (text) => (state.b = text ?? "7"),
    );
    return { state, link };
  };
  it("brings back what it told, in another page", () => {
    const { state, link } = pair();
    [state.a, state.b] = ["x=&y #%\u2028", "9"];
    const other = pair();
    expect(other.link.read(`#${link.fragment}`)).toBe(true);
    expect(other.state).toEqual(state);
  });
  it("what it does not say is as at the beginning; a part of the page is no state", () => {
    const { state, link } = pair();
    state.b = "9";
    expect(link.read("#plane")).toBe(false);
    expect(state.b).toBe("9");
    link.read("#a=1&zzz=3&c");
    expect(state).toEqual({ a: "1", b: "7" });
    link.read("#a=%E0%A4%A");
    expect(state.a).toBe("");
  });
  it("lists of samples are short, and only of samples that are there", () => {
    expect(ranges([0, 1, 2, 5, 7, 8])).toBe("0-2,5,7-8");
    expect(fromRanges("0-2,5,7-8", 8)).toEqual([0, 1, 2, 5]);
    expect(fromRanges("9-3,x,-1,1e9,2-999999999", 10)).toEqual([]);
    expect([whole("3", 0, 4), whole("4", 0, 4), whole("0x1", 0, 4), whole("-1", -1, 4)]).toEqual([3, null, null, -1]);
  });
});

describe("tables", () => {
  it("shares come with the bootstrap", () => {
    const analysis = decode(fixture({ bootstrap: { replicates: 20, low: [0.4], high: [0.6] } }));
    const [header, rows] = screeTable(analysis);
    expect(rows[0].length).toBe(header.length);
    const at = header.indexOf("bootstrap_low");
    expect(rows[0].slice(at, at + 3)).toEqual([0.4, 0.6, 20]);
  });
  it("atoms are in the units of the data", () => {
    const analysis = decode(fixture());
    expect(atomTable(analysis, analysis.mean)).toEqual([
      ["x", "y", "weight"],
      [
        [9, 19, 0.25],
        [11, 19, 0.25],
        [9, 21, 0.25],
        [11, 21, 0.25],
      ],
    ]);
  });
});
