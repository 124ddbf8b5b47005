/** Drives a robot by keys or a gamepad, if the program allows it. */

import type { Tree } from "./message";

/** Minimum time between two commands, ms. */
const INTERVAL = 60;
/** Speeds ahead and aside, m/s, and about the vertical axis, rad/s. */
const [FASTEST, ASIDE, TURN] = [0.9, 0.3, 0.8];
/** Deflection of a stick that is ignored. */
const DEAD = 0.15;

export class Driver {
  private last = 0;
  private wasMoving = false;
  isOn = false;

  constructor(
    private readonly keys: ReadonlySet<string>,
    private readonly send: (command: string) => void,
  ) {}

  toggle(): void {
    this.isOn = !this.isOn;
  }

  /** Sends the speeds that keys and sticks ask for. */
  update(now: number, tree: Tree | undefined): void {
    if (!this.isOn || tree?.number == null || now - this.last < INTERVAL) return;
    const [ahead, left, turn, kick] = this.wish();
    const isMoving = ahead !== 0 || left !== 0 || turn !== 0 || kick;
    if (!isMoving && !this.wasMoving) return;
    this.wasMoving = isMoving;
    this.last = now;
    const speeds = [FASTEST * ahead, ASIDE * left, TURN * turn].map((x) => x.toFixed(2)).join(" ");
    this.send(`(drive ${tree.team ?? 0} ${tree.number} ${speeds} ${kick ? 1 : 0})`);
  }

  private wish(): [number, number, number, boolean] {
    const press = (one: string, other: string): number =>
      (this.keys.has(one) ? 1 : 0) - (this.keys.has(other) ? 1 : 0);
    let ahead = press("w", "s") + press("ArrowUp", "ArrowDown");
    let left = press("q", "e");
    let turn = press("a", "d") + press("ArrowLeft", "ArrowRight");
    let kick = this.keys.has("f");
    for (const pad of navigator.getGamepads()) {
      if (!pad) continue;
      const stick = (axis: number): number => {
        const value = pad.axes[axis] ?? 0;
        return Math.abs(value) > DEAD ? -value : 0;
      };
      left += stick(0);
      ahead += stick(1);
      turn += stick(2);
      kick ||= pad.buttons[0]?.pressed ?? false;
    }
    const limit = (x: number): number => Math.max(-1, Math.min(1, x));
    return [limit(ahead), limit(left), limit(turn), kick];
  }
}
