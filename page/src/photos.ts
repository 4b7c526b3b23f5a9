// Small photos beside palettes.
import { h } from "./element";
import { octets, words } from "./packed";
import { requireOffsets } from "./payload_shapes";
import type { RawPhotos } from "./payload";
import type { PlaceOf } from "./samples";

export class Photos {
  private readonly slots = new Map<number, number>();
  private readonly offsets: Uint32Array;
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly addresses = new Map<number, string>();

  constructor(raw: RawPhotos | null, placeOf: PlaceOf = (entry) => entry) {
    const entries = raw ? words(raw.indices) : new Uint32Array();
    this.offsets = raw ? words(raw.offsets) : new Uint32Array([0]);
    this.bytes = raw ? octets(raw.bytes) : new Uint8Array();
    requireOffsets("photos", this.offsets, entries.length, this.bytes.length);
    entries.forEach((entry, slot) => this.slots.set(placeOf(entry), slot));
  }

  has(i: number): boolean {
    return this.slots.has(i);
  }

  // The photo of measure i, as wide as it is tall at most, or null.
  picture(i: number, width: number, label: string): HTMLImageElement | null {
    const slot = this.slots.get(i);
    if (slot === undefined) return null;
    let address = this.addresses.get(i);
    if (!address) {
      const bytes = this.bytes.subarray(this.offsets[slot], this.offsets[slot + 1]);
      address = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
      this.addresses.set(i, address);
    }
    return h("img", { class: "photo", src: address, alt: label, style: `max-width:${width}px;max-height:${width}px` });
  }
}
