/** Quality of the picture: reduced if the frame rate is too low, and raised again if possible. */

import { element } from "./dom";
import { hasGpu } from "./gpu";

export interface Level {
  /** Maximum ratio of device pixels to CSS pixels. */
  ratio: number;
  /** Edge of the shadow map, texels; 0 for planar shadows and light computed per vertex. */
  shadows: number;
  /** Largest detail that may be left out, CSS pixels. */
  unseen: number;
  text: string;
}

const FINEST: Level = { ratio: 2, shadows: 2048, unseen: 1, text: "" };
const LEVELS: readonly Level[] = [
  FINEST,
  { ratio: 1, shadows: 1024, unseen: 1, text: "coarser shadows" },
  { ratio: 1, shadows: 0, unseen: 4, text: "simple light" },
  { ratio: 0.7, shadows: 0, unseen: 6, text: "simple light, 70 % of the pixels" },
  { ratio: 0.5, shadows: 0, unseen: 9, text: "simple light, half the pixels" },
];
/** First of the levels that are meant for machines without a GPU. */
const PLAIN = LEVELS.findIndex(({ shadows }) => shadows === 0);
/** Intervals that lower the quality by one and by two levels, and one that raises it, ms. */
const [SLOW, STUCK, QUICK] = [25, 100, 20];
/** A lower level is not worth it if it takes more than this fraction of the time. */
const IN_VAIN = 0.8;
/** Minimum pictures and time, ms, of a decision; minimum time of quick pictures to raise it, ms. */
const [FEWEST, LEAST, SURE] = [8, 1000, 5000];
/** Pause before a higher level is tried again after it was too slow, ms; doubled each time. */
const [FIRST_REST, LONGEST_REST] = [10_000, 320_000];

export class Quality {
  private readonly sign = element("quality", HTMLOutputElement);
  private index = 0;
  private intervals: number[] = [];
  private sum = 0;
  private quickFor = 0;
  private rest = FIRST_REST;
  private resting = 0;
  /** The level that was left because it was slow, and its median interval, ms. */
  private left: { index: number; median: number } | null = null;
  /** For how long no lower level is tried because it was no faster, ms. */
  private vainFor = 0;
  /** Whether to antialias, which cannot be changed later. */
  readonly isSmooth: boolean;
  /** Whether the page's address sets the level. */
  private readonly isFixed: boolean;

  constructor(private readonly change: (level: Level) => void) {
    const wanted = new URLSearchParams(location.hash.slice(1)).get("quality");
    this.isFixed = wanted !== null;
    const first = wanted === null && !hasGpu() ? LEVELS.length - 1 : Number(wanted);
    this.index = Math.min(Math.max(Math.floor(first) || 0, 0), LEVELS.length - 1);
    this.isSmooth = this.index < PLAIN;
  }

  get level(): Level {
    return LEVELS[this.index] ?? FINEST;
  }

  /** Name of the level, and whether the address sets it. */
  get words(): string {
    const step = `step ${this.index} of quality`;
    return this.isFixed ? `${step}, as the address asks for` : step;
  }

  /** Records the time between two pictures, ms. */
  add(interval: number): void {
    if (this.isFixed) return;
    this.intervals.push(interval);
    this.sum += interval;
    if (this.intervals.length < FEWEST || this.sum < LEAST) return;
    const median = this.intervals.sort((a, b) => a - b)[this.intervals.length >> 1] ?? 0;
    this.judge(median, this.sum);
    this.intervals.length = this.sum = 0;
  }

  private judge(median: number, span: number): void {
    this.resting = Math.max(0, this.resting - span);
    this.vainFor = Math.max(0, this.vainFor - span);
    this.quickFor = median < QUICK ? this.quickFor + span : 0;
    const last = LEVELS.length - 1;
    if (median > SLOW && this.index < last && this.vainFor === 0) {
      this.left ??= { index: this.index, median };
      this.resting = this.rest;
      this.rest = Math.min(2 * this.rest, LONGEST_REST);
      this.turn(median > STUCK ? Math.min(2, last - this.index) : 1);
    } else if (median > SLOW && this.left && median > IN_VAIN * this.left.median) {
      // The browser or the screen limits the rate, for instance to save the battery.
      this.vainFor = LONGEST_REST;
      this.turn(this.left.index - this.index);
      this.left = null;
    } else if (this.quickFor > SURE && this.index > 0 && this.resting === 0) {
      this.left = null;
      this.turn(-1);
    }
    this.sign.hidden = this.index === 0;
    const rate = (1000 / median).toPrecision(2);
    this.sign.textContent = `Drawn coarser: ${this.level.text}; ${rate} pictures a second`;
  }

  private turn(steps: number): void {
    this.index += steps;
    this.quickFor = 0;
    this.change(this.level);
  }
}
