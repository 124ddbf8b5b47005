/** Interpolates poses between the server's frames. */

import type { Frame } from "./message";

/** Maximum simulation time between two frames that are interpolated, s. */
const JUMP = 0.5;
/** A body that moves farther between two frames was placed there, m. */
const PLACED = 1.5;

/** When a frame arrived, ms, and its simulation and play time, s. */
interface Moment {
  arrival: number;
  time: number;
  playTime: number;
}

export class Motion {
  /** Interpolated poses, seven numbers per body. */
  poses = new Float32Array(0);
  playTime = NaN;
  time = 0;
  frames = 0;
  private older = new Float32Array(0);
  private newer = new Float32Array(0);
  /** Bodies that differ between the two frames. */
  private bodies = new Uint16Array(0);
  private count = 0;
  private readonly before: Moment = { arrival: 0, time: 0, playTime: NaN };
  private readonly after: Moment = { arrival: 0, time: 0, playTime: NaN };
  private known = 0;
  private isSettled = false;

  reset(bodies: number): void {
    [this.poses, this.older, this.newer] = [7, 7, 7].map((n) => new Float32Array(n * bodies)) as [
      Float32Array<ArrayBuffer>,
      Float32Array<ArrayBuffer>,
      Float32Array<ArrayBuffer>,
    ];
    this.bodies = new Uint16Array(bodies);
    this.count = this.known = 0;
    this.isSettled = false;
  }

  take(frame: Frame, now: number): void {
    // Bodies of the previous frame have reached their poses.
    for (let index = 0; index < this.count; index++) {
      const at = 7 * (this.bodies[index] ?? 0);
      copy(this.newer, at, this.older, at);
      copy(this.newer, at, this.poses, at);
    }
    this.count = Math.min(frame.count, this.bodies.length);
    for (let index = 0; index < this.count; index++) {
      const body = frame.bodies[index] ?? 0;
      this.bodies[index] = body;
      copy(frame.poses, 7 * index, this.newer, 7 * body);
    }
    Object.assign(this.before, this.after);
    this.after.arrival = now;
    this.after.time = frame.time;
    this.after.playTime = frame.playTime;
    this.known = Math.min(this.known + 1, 2);
    this.frames += 1;
    this.isSettled = false;
  }

  /** Whether a frame has arrived. */
  get isKnown(): boolean {
    return this.known > 0;
  }

  /**
   * Interpolates the poses at a time, one frame late, so that there is a next frame. Returns
   * whether something has moved since the last call.
   */
  update(now: number): boolean {
    if (this.known === 0 || this.isSettled) return false;
    const { before, after } = this;
    const step = this.known > 1 ? after.time - before.time : 0;
    const isStream = step > 0 && step <= JUMP;
    const span = Math.max(after.arrival - before.arrival, 1);
    const part = isStream ? Math.min(Math.max((now - after.arrival) / span, 0), 1) : 1;
    for (let index = 0; index < this.count; index++) {
      const at = 7 * (this.bodies[index] ?? 0);
      if (part < 1) blend(this.older, this.newer, at, part, this.poses);
      else copy(this.newer, at, this.poses, at);
    }
    this.time = isStream ? before.time + part * step : after.time;
    this.playTime = after.playTime;
    this.isSettled = part === 1;
    return true;
  }
}

function copy(from: Float32Array, at: number, to: Float32Array, place: number): void {
  for (let number = 0; number < 7; number++) to[place + number] = from[at + number] ?? 0;
}

function blend(
  a: Float32Array,
  b: Float32Array,
  at: number,
  part: number,
  out: Float32Array,
): void {
  let distance = 0;
  for (let i = at; i < at + 3; i++) distance += ((b[i] ?? 0) - (a[i] ?? 0)) ** 2;
  if (distance > PLACED * PLACED) part = 1;
  for (let i = at; i < at + 3; i++) out[i] = (a[i] ?? 0) + part * ((b[i] ?? 0) - (a[i] ?? 0));
  let dot = 0;
  for (let i = at + 3; i < at + 7; i++) dot += (a[i] ?? 0) * (b[i] ?? 0);
  const sign = dot < 0 ? -1 : 1;
  let norm = 0;
  for (let i = at + 3; i < at + 7; i++) {
    const value = (a[i] ?? 0) + part * (sign * (b[i] ?? 0) - (a[i] ?? 0));
    out[i] = value;
    norm += value * value;
  }
  norm = Math.sqrt(norm) || 1;
  for (let i = at + 3; i < at + 7; i++) out[i] = (out[i] ?? 0) / norm;
}
