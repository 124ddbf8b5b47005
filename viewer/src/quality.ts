/** How finely is drawn: coarser where pictures come too slowly, and finer again where they do not. */

import { element } from "./dom";

export interface Level {
  /** Pixels of the picture for each of the page, at most. */
  ratio: number;
  /** Texels of the shadows' edge; 0: no shadows. */
  shadows: number;
  text: string;
}

const FINEST: Level = { ratio: 2, shadows: 2048, text: "" };
const LEVELS: readonly Level[] = [
  FINEST,
  { ratio: 1, shadows: 1024, text: "coarser shadows" },
  { ratio: 0.7, shadows: 512, text: "70 % of the pixels" },
  { ratio: 0.5, shadows: 0, text: "half the pixels, no shadows" },
];
/** Time between pictures that is too long, and one that leaves room, ms. */
const [SLOW, QUICK] = [42, 20];
/** Fewest pictures and least time that are judged by, ms; and for how long to be sure of room. */
const [FEWEST, LEAST, SURE] = [8, 1000, 5000];
/** Until finer is tried again after it was too fine, ms; doubled each time. */
const [FIRST_REST, LONGEST_REST] = [10_000, 320_000];

export class Quality {
  private readonly sign = element("quality", HTMLOutputElement);
  private index = 0;
  private intervals: number[] = [];
  private sum = 0;
  private quickFor = 0;
  private rest = FIRST_REST;
  private resting = 0;
  /** One that is asked for in the address of the page is kept. */
  private readonly isFixed: boolean;

  constructor(private readonly change: (level: Level) => void) {
    const wanted = new URLSearchParams(location.hash.slice(1)).get("quality");
    this.isFixed = wanted !== null;
    this.index = Math.min(Math.max(Math.floor(Number(wanted)) || 0, 0), LEVELS.length - 1);
  }

  get level(): Level {
    return LEVELS[this.index] ?? FINEST;
  }

  /** Which step it is, and who chose it. */
  get words(): string {
    const step = `step ${this.index} of quality`;
    return this.isFixed ? `${step}, as the address asks for` : step;
  }

  /** Takes note of the time between two pictures, ms. */
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
    this.quickFor = median < QUICK ? this.quickFor + span : 0;
    if (median > SLOW && this.index < LEVELS.length - 1) {
      this.resting = this.rest;
      this.rest = Math.min(2 * this.rest, LONGEST_REST);
      this.turn(1);
    } else if (this.quickFor > SURE && this.index > 0 && this.resting === 0) {
      this.turn(-1);
    }
    this.sign.hidden = this.index === 0;
    const rate = (1000 / median).toPrecision(2);
    this.sign.textContent = `Drawn coarser: ${this.level.text}; ${rate} pictures a second`;
  }

  private turn(steps: 1 | -1): void {
    this.index += steps;
    this.quickFor = 0;
    this.change(this.level);
  }
}
