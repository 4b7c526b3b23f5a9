// Which samples are shown (search and filter) and which are picked (box, lasso, clicks); all parts of the page follow.

export class Picked {
  readonly shown: Uint8Array; // 1 where a sample passes search and filter
  readonly picked: Uint8Array; // 1 where it is picked
  shownCount: number;
  pickedCount = 0;
  changes = 0; // so far, for those who remember what follows from it
  private query = "";
  private hidden = new Set<number>();
  private classOf: Uint16Array | null = null;
  private readonly searchable: string[];
  private readonly listeners: (() => void)[] = [];

  constructor(names: readonly string[], words: readonly string[] = []) {
    this.shown = new Uint8Array(names.length).fill(1);
    this.picked = new Uint8Array(names.length);
    this.shownCount = names.length;
    this.searchable = names.map((name, i) => `${name}\n${words[i] ?? ""}`.toLowerCase());
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  get searched(): string {
    return this.query;
  }
  isHidden(label: number): boolean {
    return this.hidden.has(label);
  }
  get hiddenClasses(): number[] {
    return [...this.hidden].sort((a, b) => a - b);
  }
  get filtered(): boolean {
    return this.shownCount < this.shown.length;
  }

  search(query: string): void {
    this.query = query;
    this.sift();
  }

  // Other classes to filter by; nothing of them is hidden yet.
  classify(classOf: Uint16Array | null): void {
    this.classOf = classOf;
    this.hidden = new Set();
    this.sift();
  }

  hide(labels: Iterable<number>): void {
    this.hidden = new Set(labels);
    this.sift();
  }
  toggle(label: number): void {
    if (!this.hidden.delete(label)) this.hidden.add(label);
    this.sift();
  }

  pick(samples: Iterable<number>, added = false): void {
    if (!added) this.picked.fill(0);
    for (const i of samples) if (this.shown[i]) this.picked[i] = 1;
    this.changed();
  }

  indices(): number[] {
    const all: number[] = [];
    for (let i = 0; i < this.picked.length; i++) if (this.picked[i] && this.shown[i]) all.push(i);
    return all;
  }

  private sift(): void {
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    for (let i = 0; i < this.shown.length; i++) {
      const passes = !this.classOf || !this.hidden.has(this.classOf[i]);
      this.shown[i] = Number(passes && words.every((word) => this.searchable[i].includes(word)));
    }
    this.changed();
  }

  private changed(): void {
    [this.shownCount, this.pickedCount] = [0, 0];
    for (let i = 0; i < this.shown.length; i++) {
      this.shownCount += this.shown[i];
      this.pickedCount += this.shown[i] & this.picked[i];
    }
    this.changes++;
    for (const listener of this.listeners) listener();
  }
}
