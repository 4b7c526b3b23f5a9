// A picture of the reader as pixels, and what of it is not as the program would read it.

// Larger ones are made smaller by the browser: a page has less memory than the program.
export const mostShapePixels = 6e6;
export const mostPhotoPixels = 5e7;

export interface OwnPicture {
  image: ImageData;
  notes: string[]; // why numbers may differ from the program's
}

// The size with at most so many pixels, in proportion.
export function sizeWithin(width: number, height: number, most: number): [number, number] {
  const shrink = Math.min(1, Math.sqrt(most / (width * height)));
  return shrink === 1
    ? [width, height]
    : [Math.max(1, Math.floor(width * shrink)), Math.max(1, Math.floor(height * shrink))];
}

// The depth of a PNG file stands in its 25th byte.
const isDeepPng = (head: Uint8Array) => head[0] === 0x89 && head[1] === 0x50 && head[24] === 16;
const isJpeg = (head: Uint8Array) => head[0] === 0xff && head[1] === 0xd8;

function isTranslucent({ data }: ImageData): boolean {
  for (let k = 3; k < data.length; k += 4) if (data[k] > 0 && data[k] < 255) return true;
  return false;
}

export async function pictureOf(file: Blob, most: number): Promise<OwnPicture> {
  const head = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  const options: ImageBitmapOptions = { colorSpaceConversion: "none", premultiplyAlpha: "none" };
  const bitmap = await createImageBitmap(file, options);
  const [width, height] = sizeWithin(bitmap.width, bitmap.height, most);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0, width, height);
  const image = context.getImageData(0, 0, width, height);
  const notes = [];
  if (width !== bitmap.width || height !== bitmap.height)
    notes.push(
      `The browser made the picture smaller first, from ${bitmap.width} × ${bitmap.height} to ${width} × ${height} pixels: wpga project, which does not, may tell slightly other numbers.`,
    );
  if (isJpeg(head)) notes.push("The browser decoded the JPEG; other decoders may differ by a level of its colours.");
  if (isDeepPng(head)) notes.push("The browser keeps 8 of the 16 bits of its samples; wpga project keeps all.");
  if (isTranslucent(image)) notes.push("The browser rounds the colours of translucent pixels; wpga project does not.");
  return { image, notes };
}
