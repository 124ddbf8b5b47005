/** Frame times as the browser measures them, for tests and reports. */

const KEPT = 1200;

export class Gauge {
  private readonly intervals: number[] = [];
  private readonly works: number[] = [];

  /** A frame that came `interval` ms after the last and took `work` ms. */
  add(interval: number, work: number): void {
    this.intervals.push(interval);
    this.works.push(work);
    if (this.intervals.length > KEPT) {
      this.intervals.shift();
      this.works.shift();
    }
  }

  report(): Record<string, number> {
    const at = (of: number[], part: number): number =>
      of.toSorted((a, b) => a - b)[Math.floor(part * (of.length - 1))] ?? NaN;
    return {
      count: this.intervals.length,
      intervalMedian: at(this.intervals, 0.5),
      intervalP99: at(this.intervals, 0.99),
      workMedian: at(this.works, 0.5),
      workP99: at(this.works, 0.99),
    };
  }
}
