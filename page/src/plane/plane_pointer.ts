// Pointers, wheel and keys on the plane: what a drag does depends on the tool in hand.
import type { Ground } from "./plane_ground";
import { boxOf, spotsInside, type Place } from "../explore/lasso";
import type { View } from "../explore/view";

export type Tool = "look" | "move" | "box" | "lasso";

export interface PlaneActs {
  aim(x: number, y: number): void; // the measure of both components at this place
  choose(x: number, y: number, reach: number): boolean; // a sample near this place
  hover(x: number, y: number): void;
  leave(): void;
  pick(samples: number[], added: boolean): void;
  viewed(moving: boolean): void; // the view has changed
  outlined(): void; // the outline has changed
}

export class PlanePointer {
  tool: Tool = "look";
  outline: Place[] = []; // of a box or lasso that is being drawn
  private readonly down = new Map<number, { x: number; y: number }>();
  private start: { x: number; y: number; moved: boolean } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly ground: Ground,
    private readonly view: View,
    private readonly acts: PlaneActs,
  ) {
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", (event) => this.forget(event));
    canvas.addEventListener("pointerleave", () => acts.leave());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  // Shares of the window, from left and from below.
  private shares({ x, y }: { x: number; y: number }): [number, number] {
    const { left, top, right, bottom } = this.ground.frame;
    return [(x - left) / (right - left), (bottom - y) / (bottom - top)];
  }

  private press(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, this.at(event));
    this.start = this.down.size === 1 ? { ...this.at(event), moved: false } : null;
    this.outline = [];
  }

  private move(event: PointerEvent): void {
    const now = this.at(event);
    const before = this.down.get(event.pointerId);
    if (!before) return this.acts.hover(now.x, now.y);
    if (this.down.size === 2) return this.pinch(event.pointerId, before, now);
    this.down.set(event.pointerId, now);
    if (!this.start || (!this.start.moved && Math.hypot(now.x - this.start.x, now.y - this.start.y) <= 4)) return;
    this.start.moved = true;
    if (this.tool === "look") this.acts.aim(now.x, now.y);
    else if (this.tool === "move") this.drag(before, now);
    else this.draw(now);
  }

  private drag(before: { x: number; y: number }, now: { x: number; y: number }): void {
    const [[a, b], [c, d]] = [this.shares(before), this.shares(now)];
    this.view.pan(a - c, b - d);
    this.acts.viewed(true);
  }

  private draw(now: { x: number; y: number }): void {
    const { x, y } = this.start as { x: number; y: number };
    if (this.tool === "box") this.outline = boxOf([x, y], [now.x, now.y]);
    else this.outline = [...(this.outline.length ? this.outline : [[x, y] as Place]), [now.x, now.y]];
    this.acts.outlined();
  }

  // Two fingers: what is between them stays between them.
  private pinch(id: number, before: { x: number; y: number }, now: { x: number; y: number }): void {
    const other = [...this.down].find(([key]) => key !== id)?.[1] as { x: number; y: number };
    const reach = (one: { x: number; y: number }) => Math.max(8, Math.hypot(one.x - other.x, one.y - other.y));
    const middle = (one: { x: number; y: number }) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    this.drag(middle(before), middle(now));
    this.view.zoomAt(reach(now) / reach(before), ...this.shares(middle(now)));
    this.down.set(id, now);
    this.acts.viewed(true);
  }

  private release(event: PointerEvent): void {
    const { x, y } = this.at(event);
    if (this.start && !this.start.moved) {
      if (!this.acts.choose(x, y, event.pointerType === "touch" ? 32 : 24) && this.tool === "look") this.acts.aim(x, y);
    } else if (this.outline.length > 2)
      this.acts.pick(spotsInside(this.ground.spots, this.outline), event.shiftKey || event.ctrlKey || event.metaKey);
    else if (this.start?.moved && this.tool === "move") this.acts.viewed(false);
    this.forget(event);
  }

  private forget(event: PointerEvent): void {
    this.down.delete(event.pointerId);
    this.start = null;
    if (this.outline.length === 0) return;
    this.outline = [];
    this.acts.outlined();
  }

  // The page scrolls on unless the plane has the focus, or Ctrl is held (which is what a pinch on a touchpad sends).
  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.canvas) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    this.view.zoomAt(Math.exp(-0.0022 * lines * event.deltaY), ...this.shares(this.at(event)));
    this.acts.viewed(true);
  }
}
