/** Where bodies are between the frames that the server sends. */

import type { Frame } from "./message";

interface Moment {
  /** When it came, ms. */
  arrival: number;
  time: number;
  playTime: number;
  poses: Float32Array;
}

/** Time between frames that counts as one stream; what comes later is a jump, s. */
const JUMP = 0.5;
/** A body that moves more between two frames was placed, m. */
const PLACED = 1.5;

export class Motion {
  private before: Moment | null = null;
  private after: Moment | null = null;
  /** Seven numbers a body, as they are now. */
  poses = new Float32Array(0);
  playTime = NaN;
  time = 0;
  frames = 0;

  reset(bodies: number): void {
    this.before = this.after = null;
    this.poses = new Float32Array(7 * bodies);
  }

  take(frame: Frame, now: number): void {
    const poses = this.after ? this.after.poses.slice() : new Float32Array(this.poses.length);
    frame.bodies.forEach((body, index) => {
      poses.set(frame.poses.subarray(7 * index, 7 * index + 7), 7 * body);
    });
    this.before = this.after;
    this.after = { arrival: now, time: frame.time, playTime: frame.playTime, poses };
    this.frames += 1;
  }

  /** Puts bodies where they are at a moment: one frame behind, so that there is always a next. */
  update(now: number): boolean {
    const { before, after } = this;
    if (!after) return false;
    const step = before ? after.time - before.time : 0;
    if (!before || step <= 0 || step > JUMP) {
      this.show(after.poses, after);
      return true;
    }
    const span = Math.max(after.arrival - before.arrival, 1);
    const part = Math.min(Math.max((now - after.arrival) / span, 0), 1);
    for (let at = 0; at < this.poses.length; at += 7)
      blend(before.poses, after.poses, at, part, this.poses);
    this.time = before.time + part * step;
    this.playTime = after.playTime;
    return true;
  }

  private show(poses: Float32Array, moment: Moment): void {
    this.poses.set(poses);
    this.time = moment.time;
    this.playTime = moment.playTime;
  }
}

function blend(
  a: Float32Array,
  b: Float32Array,
  at: number,
  part: number,
  out: Float32Array,
): void {
  const get = (from: Float32Array, index: number): number => from[at + index] ?? 0;
  const distance = Math.hypot(get(a, 0) - get(b, 0), get(a, 1) - get(b, 1), get(a, 2) - get(b, 2));
  if (distance > PLACED) part = 1;
  for (let axis = 0; axis < 3; axis++)
    out[at + axis] = get(a, axis) + part * (get(b, axis) - get(a, axis));
  let dot = 0;
  for (let i = 3; i < 7; i++) dot += get(a, i) * get(b, i);
  const sign = dot < 0 ? -1 : 1;
  let norm = 0;
  for (let i = 3; i < 7; i++) {
    const value = get(a, i) + part * (sign * get(b, i) - get(a, i));
    out[at + i] = value;
    norm += value * value;
  }
  norm = Math.sqrt(norm) || 1;
  for (let i = 3; i < 7; i++) out[at + i] = (out[at + i] ?? 0) / norm;
}
