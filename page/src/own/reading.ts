// How the data of the model were read, which new data must follow.
import type { Transform } from "./points_text";

export interface Reading {
  invert: boolean;
  threshold: number;
  linear: boolean;
  center: boolean;
  colors: number;
  pixels: number;
  seed: number;
  transform: Transform;
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
  const transform = of<string>("transform", "none");
  return {
    invert: of("invert", false),
    threshold: of("threshold", 0),
    linear: of<string>("grey", "plain") === "linear",
    center: of("center", false),
    colors: of("colors", 128),
    pixels: of("pixels", 4096),
    seed: of("seed", 1),
    transform: transform === "log10" || transform === "asinh" ? transform : "none",
  };
}
