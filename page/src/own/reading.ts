// How the data of the model were read, which new data must follow.
import { plainTables, type TableReading } from "./points_text";

export interface Reading {
  invert: boolean;
  threshold: number;
  linear: boolean;
  center: boolean;
  resize: string; // "WIDTHxHEIGHT", the longer side, or nothing
  sameSize: boolean; // all pictures had one size, which new ones must have
  colors: number;
  pixels: number;
  seed: number;
  table: TableReading; // how tables became measures
}

export function readingOf(text: string): Reading {
  let told: Record<string, unknown> = {};
  try {
    const all = JSON.parse(text || "{}") as Record<string, unknown>;
    told = (all["options"] as Record<string, unknown> | undefined) ?? all;
  } catch {
    // A model that does not tell is read with the defaults.
  }
  const of = <T>(name: string, otherwise: T): T =>
    typeof told[name] === typeof otherwise ? (told[name] as T) : otherwise;
  const texts = (name: string): string[] =>
    Array.isArray(told[name]) ? (told[name] as unknown[]).map((one) => String(one)) : [];
  const form = of<string>("table", "auto");
  return {
    invert: of("invert", false),
    threshold: of("threshold", 0),
    linear: of<string>("grey", "plain") === "linear",
    center: of("center", false),
    resize: of("resize", ""),
    // A model that does not tell how it was read has pictures on its grid.
    sameSize: !of("center", false) && (told["resize"] === undefined || Array.isArray(told["size"])),
    colors: of("colors", 128),
    pixels: of("pixels", 4096),
    seed: of("seed", 1),
    table: {
      form: form === "long" || form === "cloud" || form === "histograms" ? form : "auto",
      columns: texts("columns"),
      transform: of("transform", plainTables.transform),
      sample: of("sample", 0),
      weightColumn: of("weight-column", ""),
      labelColumn: of("label-column", ""),
      nameColumns: texts("name-columns"),
      seed: of("seed", 1),
    },
  };
}
