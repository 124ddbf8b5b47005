/** A recording's controls: pause, step, seek, speed, chapters. */

import { clockText, element, fill } from "./dom";
import type { Playback } from "./message";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

/** How long before a chapter to begin, s. */
const LEAD = 2;

export class Timeline {
  private readonly bar = element("timeline", HTMLElement);
  private readonly pause = element("pause", HTMLButtonElement);
  private readonly slider = element("seek", HTMLInputElement);
  private readonly at = element("at", HTMLOutputElement);
  private readonly speed = element("speed", HTMLSelectElement);
  private readonly chapters = element("chapters", HTMLElement);
  private known: Playback | null = null;
  private isHeld = false;
  private time = 0;
  /** Time of the chapter jumped to last. */
  private sought = NaN;

  constructor(private readonly send: (command: string) => void) {
    fill(
      this.speed,
      SPEEDS.map((speed) => [String(speed), `${speed}×`]),
    );
    this.pause.onclick = () => {
      this.toggle();
    };
    element("step", HTMLButtonElement).onclick = () => {
      send("(step)");
    };
    this.slider.oninput = () => {
      this.isHeld = true;
      this.seek(Number(this.slider.value));
    };
    this.slider.onchange = () => {
      this.isHeld = false;
    };
    this.speed.onchange = () => {
      send(`(speed ${this.speed.value})`);
    };
  }

  get isShown(): boolean {
    return this.known !== null;
  }

  show(playback: Playback | undefined): void {
    this.bar.hidden = playback === undefined;
    if (!playback) {
      this.known = null;
      return;
    }
    this.pause.textContent = playback.paused ? "▶" : "❚❚";
    this.slider.max = String(playback.duration);
    this.speed.value = String(playback.speed);
    if (this.known?.chapters.length !== playback.chapters.length) this.list(playback);
    this.known = playback;
  }

  /** Shows the current time. */
  tick(time: number): void {
    this.time = time;
    if (!this.known) return;
    if (!this.isHeld) this.slider.value = String(time);
    const text = `${clockText(time)} / ${clockText(this.known.duration)}`;
    if (this.at.textContent !== text) this.at.textContent = text;
  }

  toggle(): void {
    this.send(this.known?.paused ? "(play)" : "(pause)");
  }

  /** Seeks relative to the current time. */
  skip(seconds: number): void {
    if (this.known) this.seek(this.time + seconds);
  }

  /** Jumps to the next or previous chapter. */
  turn(direction: 1 | -1): void {
    const times = (this.known?.chapters ?? []).map((chapter) => chapter.time);
    // A jump ends shortly before its chapter; the next one leads to the chapter after that.
    const isBefore = this.time > this.sought - LEAD - 1 && this.time <= this.sought;
    const now = isBefore ? this.sought : this.time;
    const there =
      direction > 0
        ? times.find((time) => time > now + 0.1)
        : times.findLast((time) => time < now - (isBefore ? 0.1 : LEAD + 1));
    if (there !== undefined) this.jump(there);
  }

  /** Seeks to shortly before a chapter. */
  private jump(time: number): void {
    this.seek(time - LEAD);
    this.sought = time;
  }

  private seek(time: number): void {
    const within = Math.min(Math.max(time, 0), this.known?.duration ?? 0);
    this.send(`(seek ${within.toFixed(3)})`);
  }

  private list(playback: Playback): void {
    const select = document.createElement("select");
    select.ariaLabel = "Goals and fouls";
    select.append(new Option("Jump to ...", ""));
    for (const { time, text } of playback.chapters) {
      select.append(new Option(`${clockText(time)} ${text}`, String(time)));
    }
    select.onchange = () => {
      if (select.value !== "") this.jump(Number(select.value));
      select.value = "";
    };
    this.chapters.replaceChildren(...(playback.chapters.length > 0 ? [select] : []));
  }
}
