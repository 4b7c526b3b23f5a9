// Arrays as the program packs them: base64 of little-endian numbers.

export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

export const floats = (base64: string) => new Float32Array(bytesOf(base64));
export const shorts = (base64: string) => new Uint16Array(bytesOf(base64));
export const words = (base64: string) => new Uint32Array(bytesOf(base64));
export const octets = (base64: string) => new Uint8Array(bytesOf(base64));
