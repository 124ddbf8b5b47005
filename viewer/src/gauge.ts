/** Frame times as measured by the browser, for tests and reports. */

const KEPT = 1200;

export class Gauge {
  private readonly intervals = new Float64Array(KEPT);
  private readonly works = new Float64Array(KEPT);
  private readonly draws = new Float64Array(KEPT);
  private count = 0;

  /**
   * Records a picture: `interval` ms after the last, it took the page `work` ms, of which three.js
   * and WebGL took `draw`.
   */
  add(interval: number, work: number, draw: number): void {
    const at = this.count % KEPT;
    this.intervals[at] = interval;
    this.works[at] = work;
    this.draws[at] = draw;
    this.count += 1;
  }

  /** Forgets all pictures. */
  clear(): void {
    this.count = 0;
  }

  report(): Record<string, number> {
    const count = Math.min(this.count, KEPT);
    const at = (of: Float64Array, part: number): number =>
      of.slice(0, count).sort()[Math.floor(part * (count - 1))] ?? NaN;
    return {
      count,
      intervalMedian: at(this.intervals, 0.5),
      intervalP99: at(this.intervals, 0.99),
      workMedian: at(this.works, 0.5),
      workP99: at(this.works, 0.99),
      drawMedian: at(this.draws, 0.5),
      drawP99: at(this.draws, 0.99),
    };
  }
}
