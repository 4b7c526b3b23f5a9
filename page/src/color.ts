// Colours of palettes, and the scale of the speed map.

export type Rgb = [number, number, number]; // 0 … 255
export type Lab = [number, number, number];

const clip = (x: number) => Math.min(1, Math.max(0, x));
const encode = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * Math.pow(light, 1 / 2.4) - 0.055);
const decode = (encoded: number) => (encoded <= 0.04045 ? encoded / 12.92 : Math.pow((encoded + 0.055) / 1.055, 2.4));
const white: Lab = [0.95047, 1, 1.08883];

// CIELAB with the white D65 to sRGB, clipped to what a screen can show.
export function rgbFromLab([l, a, b]: Lab): Rgb {
  const y = (l + 16) / 116;
  const inverse = (f: number) => (f > 6 / 29 ? f * f * f : (3 * 36 * (f - 4 / 29)) / 841);
  const [X, Y, Z] = [white[0] * inverse(y + a / 500), inverse(y), white[2] * inverse(y - b / 200)];
  const linear = [
    3.2404542 * X - 1.5371385 * Y - 0.4985314 * Z,
    -0.969266 * X + 1.8760108 * Y + 0.041556 * Z,
    0.0556434 * X - 0.2040259 * Y + 1.0572252 * Z,
  ];
  return linear.map((light) => 255 * clip(encode(Math.max(0, light)))) as Rgb;
}

export function labFromRgb(color: Rgb): Lab {
  const [r, g, b] = color.map((channel) => decode(channel / 255));
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (841 / 108) * t + 4 / 29);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / white[0]);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / white[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

// An atom of a palette: sRGB in [0,1]³ or CIELAB.
export function rgbOfAtom(x: number, y: number, z: number, isLab: boolean): Rgb {
  return isLab ? rgbFromLab([x, y, z]) : [255 * clip(x), 255 * clip(y), 255 * clip(z)];
}

export const css = ([r, g, b]: Rgb) => `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)})`;

// Of weights below zero, as on the strips of the program.
export const negative: Rgb = [0, 114, 178];

// Even steps for the eye, also without colour vision (five stops of the cividis family); dark pages start lighter.
const stops: Rgb[] = [
  [33, 60, 117],
  [84, 95, 120],
  [126, 127, 124],
  [183, 167, 98],
  [250, 221, 64],
];
export function speedColor(share: number): Rgb {
  const at = clip(share) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  return stops[i].map((channel, c) => channel + (at - i) * (stops[i + 1][c] - channel)) as Rgb;
}
