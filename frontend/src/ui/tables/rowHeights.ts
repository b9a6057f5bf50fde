/** Where the rows of a long table lie: measured heights where rows were drawn, their mean elsewhere. */

export class RowHeights {
  private measured = new Map<number, number>();
  private tops: Float64Array | null = null;

  /** `usual` is the height of a row before any was drawn. */
  constructor(
    private count: number,
    private usual: number,
  ) {}

  resize(count: number): void {
    if (count === this.count) return;
    this.count = count;
    this.tops = null;
  }

  /** Takes over heights of drawn rows; says whether anything moved. */
  measure(first: number, heights: readonly number[]): boolean {
    const isFirst = this.measured.size === 0;
    let hasMoved = false;
    for (const [offset, height] of heights.entries()) {
      if (height <= 0 || Math.abs((this.measured.get(first + offset) ?? 0) - height) < 0.5)
        continue;
      this.measured.set(first + offset, height);
      hasMoved = true;
    }
    // The first rows drawn stand for all others; a mean that moved later would move the page.
    if (isFirst && hasMoved) {
      this.usual = sum([...this.measured.values()]) / this.measured.size;
    }
    if (hasMoved) this.tops = null;
    return hasMoved;
  }

  /** Forgets what was measured, as after a change of width. */
  forget(): void {
    this.measured = new Map();
    this.tops = null;
  }

  /** Distance of a row from the top of the first; that of `count` is the height of all. */
  topOf(index: number): number {
    return this.places()[index] ?? 0;
  }

  /** The row at a distance from the top. */
  rowAt(distance: number): number {
    const tops = this.places();
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((tops[middle] ?? 0) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private places(): Float64Array {
    if (this.tops !== null) return this.tops;
    const tops = new Float64Array(this.count + 1);
    for (let index = 0; index < this.count; index += 1) {
      tops[index + 1] = (tops[index] ?? 0) + (this.measured.get(index) ?? this.usual);
    }
    this.tops = tops;
    return tops;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
