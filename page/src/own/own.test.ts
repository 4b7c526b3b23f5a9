import { describe, expect, it } from "vitest";
import { fixture } from "../fixture";
import { decode } from "../payload";
import { shareFarther, verdictOf } from "./verdict";
import { drawnRows } from "./drawn_rows";
import { columnNames, measureOf, plainTables, type TableReading } from "./points_text";
import { sizeWithin } from "./picture_file";
import { readSize, sheetSize } from "./picture_size";
import { readingOf } from "./reading";

const reading = (told: Partial<TableReading>): TableReading => ({ ...plainTables, ...told });

describe("a picture is resampled to", () => {
  const photo = { rows: 480, columns: 640 };
  const size = (told: object, grid: number[] = []) => readSize(photo, readingOf(JSON.stringify(told)), grid);
  it("the size that was asked for, or in proportion", () => {
    expect(size({ resize: "32x20" }, [20, 32])).toEqual({ rows: 20, columns: 32 });
    expect(size({ resize: "48", center: true })).toEqual({ rows: 36, columns: 48 });
    // Pictures of several sizes have the largest as their grid.
    expect(size({ resize: "48" }, [48, 48])).toEqual({ rows: 36, columns: 48 });
  });
  it("the size of all pictures of the model, or none where they differed or were centred", () => {
    expect(size({ resize: "", size: [28, 28] }, [28, 28])).toEqual({ rows: 28, columns: 28 });
    expect(size({}, [28, 28])).toEqual({ rows: 28, columns: 28 });
    expect(size({ resize: "" }, [28, 28])).toEqual(photo);
    expect(size({ resize: "", center: true })).toEqual(photo);
  });
  it("and a sheet to draw on has the size of the model's pictures, or of its window", () => {
    const window = { low: [-8, -5], high: [9.5, 5] };
    const sheet = (told: object, grid: number[] = []) => sheetSize(readingOf(JSON.stringify(told)), grid, window);
    expect(sheet({ resize: "48" }, [30, 48])).toEqual({ rows: 30, columns: 48 });
    expect(sheet({ resize: "48", center: true })).toEqual({ rows: 48, columns: 48 });
    expect(sheet({ resize: "48x20", center: true })).toEqual({ rows: 20, columns: 48 });
    expect(sheet({ resize: "", center: true })).toEqual({ rows: 18, columns: 18 });
  });
});

describe("points as text", () => {
  it("are rows of numbers, between any of the usual signs", () => {
    for (const text of [
      "1,2\n3,4\n",
      "1;2\r\n3;4",
      "1\t2\n3\t4",
      "1 2\n\n3   4",
      "# by hand\n1,2\n3,4",
      "\uFEFF1,2\n3,4",
    ])
      expect(Array.from(measureOf(text, ["x", "y"]).points)).toEqual([1, 2, 3, 4]);
  });
  it("have equal weights, or those of one column more", () => {
    expect(Array.from(measureOf("1\n2", ["x"]).weights)).toEqual([0.5, 0.5]);
    expect(Array.from(measureOf("1,3\n2,1", ["x"]).weights)).toEqual([0.75, 0.25]);
    expect(Array.from(measureOf("1,3\n2,0", ["x"]).points)).toEqual([1]);
  });
  it("are found by the names of their columns", () => {
    const measure = measureOf("weight,y,id,x\n1,2,7,3\n1,4,8,5\n", ["x", "y"]);
    expect(Array.from(measure.points)).toEqual([3, 2, 5, 4]);
  });
  it("are transformed as the data of the model were", () =>
    expect(measureOf("100", ["log10 x"], reading({ transform: "log10" })).points[0]).toBeCloseTo(2));
  it("have columns that are called as in the data, not as the axes are", () => {
    const cells = reading({ transform: "CD4:asinh(150),FSC:linear" });
    const axes = ["asinh CD4/150", "FSC"];
    expect(columnNames(axes, cells)).toEqual(["CD4", "FSC"]);
    const measure = measureOf("FSC,SSC,CD4\n3,9,150\n4,9,300\n", axes, cells);
    expect(Array.from(measure.points)).toEqual([Math.asinh(1), 3, Math.asinh(2), 4]);
    // Columns that are called as the axes hold what is transformed already.
    expect(Array.from(measureOf("asinh CD4/150,FSC\n1,3\n", axes, cells).points)).toEqual([1, 3]);
    // Columns may be told by their numbers.
    const numbered = reading({ transform: "2:log10", columns: ["1", "2"] });
    expect(Array.from(measureOf("a,b\n1,100\n", ["a", "log10 b"], numbered).points)).toEqual([1, 2]);
    expect(() => measureOf("1", ["x"], reading({ transform: "sqrt" }))).toThrow("unknown to this page");
  });
  it("may be rows of bins, where the measures are on the line", () => {
    const measure = measureOf("country,0-4,5-9,10+\nChile,1,2,1\nKenya,5,2,1\n", ["x1"]);
    expect(Array.from(measure.points)).toEqual([2.5, 7.5, 12.5]);
    expect(Array.from(measure.weights)).toEqual([0.25, 0.5, 0.25]);
    expect(measure.notes).toEqual(["The table has 2 histograms; this is the first, Chile."]);
    expect(Array.from(measureOf("name,1900,1901,1902\nChile,0,1,3\n", ["year"]).points)).toEqual([1901, 1902]);
    expect(Array.from(measureOf("1,0,3\n", ["x1"], reading({ form: "histograms" })).points)).toEqual([0, 2]);
    expect(Array.from(measureOf("5,1\n7,3\n", ["x1"], reading({ form: "histograms" })).points)).toEqual([5, 7]);
  });
  it("are those of the first measure where a column names several", () => {
    const measure = measureOf("measure,x\na,1\nb,5\na,2\n", ["x"]);
    expect(Array.from(measure.points)).toEqual([1, 2]);
    expect(measure.notes).toEqual(["The table has 2 measures; this is the first, a."]);
  });
  it("may have decimal commas, and quotes", () => {
    expect(Array.from(measureOf("1,5;2\n3;4,25\n", ["x", "y"]).points)).toEqual([1.5, 2, 3, 4.25]);
    expect(() => measureOf("1,5;2.5\n", ["x", "y"])).toThrow("decimal comma");
    expect(Array.from(measureOf('"x, px","y"\n"1",2\n', ["x, px", "y"]).points)).toEqual([1, 2]);
  });
  it("are drawn where the model's were", () => {
    const text = Array.from({ length: 40 }, (_, k) => String(k)).join("\n");
    const measure = measureOf(text, ["x"], reading({ sample: 7 }));
    expect(measure.points.length).toBe(7);
    expect(measure.notes).toEqual(["7 of 40 rows, drawn as the program draws them."]);
    expect(drawnRows(5, 9, 1)).toEqual([0, 1, 2, 3, 4]);
  });
  it("say what is wrong, and where", () => {
    for (const [text, words] of [
      ["", "no points"],
      ["1", "needs 2 numbers"],
      ["1,2\n3,x", "row 2"],
      ["1,2,3,4,5", "name those"],
      ["1,2,-1", "weight"],
      ["x,y\n", "no points"],
    ] as const)
      expect(() => measureOf(text, ["x", "y"]), text).toThrow(words);
    expect(() => measureOf("-1", ["log10 x"], reading({ transform: "log10" }))).toThrow("logarithm");
  });
});

describe("the reading of a model", () => {
  it("is followed, and absent ones are the defaults", () => {
    const text = JSON.stringify({ options: { invert: true, threshold: 0.2, grey: "linear", transform: "asinh" } });
    expect(readingOf(text)).toMatchObject({
      invert: true,
      threshold: 0.2,
      linear: true,
      table: { transform: "asinh", form: "auto", columns: [] },
      colors: 128,
    });
    expect(readingOf("")).toMatchObject({ invert: false, table: plainTables });
    const cells = readingOf('{"columns":["CD8","3"],"transform":"CD8:asinh(150)","sample":400,"table":"cloud"}').table;
    expect(cells).toMatchObject({ columns: ["CD8", "3"], transform: "CD8:asinh(150)", sample: 400, form: "cloud" });
    expect(readingOf("no json").seed).toBe(1);
  });
});

describe("the verdict", () => {
  const analysis = decode(fixture()); // 1, 0.4 and 3 are left over
  it("compares with what is left of the samples", () => {
    expect(shareFarther(analysis, 0.5)).toBeCloseTo(2 / 3);
    expect(verdictOf(analysis, 0.5)).toMatch(/^Like the family/);
    expect(verdictOf(analysis, 4)).toMatch(/^Unlike the family/);
  });
});

describe("a large picture", () => {
  it("keeps its size where the page has room, else its proportions", () => {
    expect(sizeWithin(4000, 3000, 5e7)).toEqual([4000, 3000]);
    const [width, height] = sizeWithin(16000, 4000, 1e6);
    expect(width * height).toBeLessThanOrEqual(1e6);
    expect(width / height).toBeCloseTo(4, 1);
    expect(sizeWithin(1e6, 1, 100)[1]).toBe(1);
  });
});
