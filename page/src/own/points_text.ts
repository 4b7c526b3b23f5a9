// One measure from a table that was dropped or pasted, read as the tables of the model were.
import { sourcesOf, transformed, transformsOf, type AxisSource, type ColumnTransforms } from "./column_transforms";
import { drawnRows } from "./drawn_rows";
import { binCenters, binOf } from "./histogram_bins";
import type { OwnMeasure } from "./projection";
import { isNumber, tableOf, type TextTable } from "./table_text";

// How the tables of the model were read; names of columns may be numbers from 1.
export interface TableReading {
  form: "auto" | "long" | "cloud" | "histograms";
  columns: string[];
  transform: string;
  sample: number; // rows drawn of each cloud; 0: all
  weightColumn: string;
  labelColumn: string;
  nameColumns: string[];
  seed: number;
}

export const plainTables: TableReading = {
  form: "auto",
  columns: [],
  transform: "none",
  sample: 0,
  weightColumn: "",
  labelColumn: "",
  nameColumns: [],
  seed: 1,
};

export interface ReadMeasure extends OwnMeasure {
  notes: string[]; // what the reader should know of the reading
}

function transformsIn({ transform }: TableReading): ColumnTransforms {
  const found = transformsOf(transform);
  if (!found) throw new Error(`the transform '${transform.slice(0, 60)}' of the model is unknown to this page`);
  return found;
}

// The names that a table's columns have for the axes of the model.
export function columnNames(axes: readonly string[], reading: TableReading): string[] {
  return sourcesOf(axes, transformsOf(reading.transform) ?? { all: { kind: "none", cofactor: 1 }, columns: [] }).map(
    ({ column }) => column,
  );
}

function findColumn(header: string[] | null, width: number, name: string): number {
  const named = header ? header.indexOf(name) : -1;
  return named < 0 && /^\d+$/.test(name) && Number(name) >= 1 && Number(name) <= width ? Number(name) - 1 : named;
}

function usual(header: string[] | null, words: readonly string[]): number {
  for (const word of words) {
    const found = (header ?? []).findIndex((name) => name.toLowerCase() === word);
    if (found >= 0) return found;
  }
  return -1;
}

type Form = Exclude<TableReading["form"], "auto">;

function formOf({ header }: TextTable, form: TableReading["form"]): Form {
  if (form !== "auto") return form;
  if (usual(header, ["measure"]) >= 0) return "long";
  if ((header ?? []).filter((name) => binOf(name)).length >= 2) return "histograms";
  return usual(header, ["sample", "name"]) >= 0 ? "long" : "cloud";
}

function numberAt(cells: string[], column: number, place: string): number {
  const cell = cells[column] ?? "";
  if (!isNumber(cell)) throw new Error(`${place}: '${cell.slice(0, 40)}' is no number`);
  return Number(cell);
}

function weightAt(cells: string[], column: number, place: string): number {
  const weight = isNumber(cells[column] ?? "") ? Number(cells[column]) : NaN;
  if (!(weight >= 0))
    throw new Error(`${place}: the weight '${(cells[column] ?? "").slice(0, 40)}' is not a number from 0`);
  return weight;
}

// Atoms without weight are left out, the other weights divided by their sum.
function measureFrom(points: number[], weights: number[], d: number, notes: string[]): ReadMeasure {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0 && total < Infinity)) throw new Error("there are no points with weight");
  return {
    points: Float64Array.from(points.filter((_, k) => weights[Math.floor(k / d)] > 0)),
    weights: Float64Array.from(
      weights.filter((weight) => weight > 0),
      (weight) => weight / total,
    ),
    notes,
  };
}

// A row is a measure, the header holds its bins; without one they are 0, 1, 2, …
function histogramIn({ header, rows }: TextTable, reading: TableReading): ReadMeasure {
  if (rows.length === 0) throw new Error("there is no row with a histogram");
  const width = (header ?? rows[0]).length;
  const columns =
    reading.columns.length > 0
      ? reading.columns.map((name) => findColumn(header, width, name))
      : Array.from({ length: width }, (_, k) => k).filter((k) => !header || binOf(header[k]));
  const bins = columns.map((k) => {
    const bin = header ? binOf(header[k] ?? "") : null;
    if (header && !bin) throw new Error(`the header '${(header[k] ?? "").slice(0, 40)}' is no bin`);
    return bin;
  });
  const { all } = transformsIn(reading);
  const centers = header ? binCenters(bins.flatMap((bin) => bin ?? [])) : columns.map((_, k) => k);
  const points = centers.map((center) => transformed(center, all));
  if (!points.every(Number.isFinite)) throw new Error("a bin has no logarithm");
  const weights = columns.map((k) => weightAt(rows[0], k, `row ${header ? 2 : 1}`));
  const names = rows[0].filter((cell, k) => !columns.includes(k) && !isNumber(cell));
  return measureFrom(points, weights, 1, firstOf(rows.length, "histograms", names.join(" ")));
}

function firstOf(count: number, what: string, name: string): string[] {
  return count > 1 ? [`The table has ${count} ${what}; this is the first${name ? `, ${name.slice(0, 60)}` : ""}.`] : [];
}

interface AtomColumns {
  of: number[]; // one for each axis
  sources: AxisSource[];
  weight: number; // −1: none
}

// Which columns hold the axes, in their order, and which one the weights.
function columnsFor(
  { header, rows }: TextTable,
  taken: number[],
  axes: readonly string[],
  reading: TableReading,
): AtomColumns {
  const [d, width] = [axes.length, (header ?? rows[0] ?? []).length];
  const asked = reading.weightColumn === "" ? -1 : findColumn(header, width, reading.weightColumn);
  const weight = asked >= 0 ? asked : usual(header, ["weight"]);
  const sources = sourcesOf(axes, transformsIn(reading));
  const plain = axes.map((axis): AxisSource => ({ column: axis, transform: { kind: "none", cofactor: 1 } }));
  for (const each of [sources, plain]) {
    const of = each.map(({ column }) => (header ? header.indexOf(column) : -1));
    if (of.every((column) => column >= 0)) return { of, sources: each, weight };
  }
  const numbered = reading.columns.map((name) => findColumn(header, width, name));
  if (numbered.length === d && numbered.every((column) => column >= 0)) return { of: numbered, sources, weight };
  const free = Array.from({ length: width }, (_, k) => k).filter((k) => k !== weight && !taken.includes(k));
  const names = sources.map(({ column }) => column).join(", ");
  if (free.length < d) throw new Error(`each row needs ${d} numbers (${names}), this one has ${free.length}`);
  if (free.length === d + 1 && !header) return { of: free.slice(0, d), sources, weight: free[d] };
  if (free.length > d) throw new Error(`rows have ${free.length} columns; name those of ${names} in a header`);
  return { of: free, sources, weight };
}

// Of a table with several measures the rows of the first, each with its place.
function rowsOfFirst(table: TextTable, names: number[]): { rows: [string[], number][]; notes: string[] } {
  const all = table.rows.map((cells, r): [string[], number] => [cells, r + (table.header ? 2 : 1)]);
  if (names.length === 0 || all.length === 0) return { rows: all, notes: [] };
  const nameOf = (cells: string[]) => names.map((k) => cells[k] ?? "").join(" ");
  const first = nameOf(all[0][0]);
  const many = new Set(all.map(([cells]) => nameOf(cells))).size;
  return { rows: all.filter(([cells]) => nameOf(cells) === first), notes: firstOf(many, "measures", first) };
}

// A row is an atom.  Throws an Error that says what is wrong.
function cloudIn(table: TextTable, long: boolean, axes: readonly string[], reading: TableReading): ReadMeasure {
  const { header } = table;
  const width = (header ?? table.rows[0] ?? []).length;
  const named = reading.nameColumns.map((name) => findColumn(header, width, name)).filter((k) => k >= 0);
  const names = named.length > 0 ? named : long ? [usual(header, ["measure", "sample", "name"])] : [];
  const label = reading.labelColumn === "" ? usual(header, ["label"]) : findColumn(header, width, reading.labelColumn);
  const { of, sources, weight } = columnsFor(table, [...names, label], axes, reading);
  const { rows, notes } = rowsOfFirst(table, names);
  const { sample, seed } = reading;
  const kept = sample > 0 && sample < rows.length ? drawnRows(rows.length, sample, seed).map((k) => rows[k]) : rows;
  if (kept !== rows) notes.push(`${sample} of ${rows.length} rows, drawn as the program draws them.`);
  const [points, weights]: [number[], number[]] = [[], []];
  for (const [cells, line] of kept) {
    const place = `row ${line}`;
    of.forEach((column, j) => {
      const x = transformed(numberAt(cells, column, place), sources[j].transform);
      if (!Number.isFinite(x)) throw new Error(`${place}: ${cells[column]} has no logarithm`);
      points.push(x);
    });
    weights.push(weight < 0 ? 1 : weightAt(cells, weight, place));
  }
  return measureFrom(points, weights, of.length, notes);
}

// Rows of atoms, or a row of a histogram, where the measures of the model are on the line.
export function measureOf(text: string, axes: readonly string[], reading: TableReading = plainTables): ReadMeasure {
  const table = tableOf(text);
  const form = formOf(table, reading.form);
  // Two columns without a header are places and their weights.
  const places = !table.header && (table.rows[0] ?? []).length <= 2;
  if (form === "histograms" && axes.length === 1 && !places) return histogramIn(table, reading);
  return cloudIn(table, form === "long" && usual(table.header, ["measure", "sample", "name"]) >= 0, axes, reading);
}
