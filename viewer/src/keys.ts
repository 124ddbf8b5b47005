/** Keys, as RoboViz has them where it has them. */

import { element } from "./dom";

export interface Deeds {
  readonly view: (index: number) => void;
  readonly nextView: () => void;
  readonly nextRobot: (direction: 1 | -1) => void;
  readonly space: () => void;
  readonly step: () => void;
  readonly skip: (seconds: number) => void;
  readonly chapter: (direction: 1 | -1) => void;
  readonly say: (words: string) => void;
  readonly record: () => void;
  readonly labels: () => void;
  readonly insight: () => void;
  readonly push: () => void;
  readonly drive: () => void;
  readonly meter: () => void;
}

const LIST: readonly (readonly [string, string])[] = [
  ["1 ... 7", "Camera: ball, robot, free, top, behind the left and the right goal, robot's eye"],
  ["C", "Next camera"],
  ["Tab", "Next robot; with Shift the last one"],
  ["W A S D, arrows", "Move the free camera; PageUp and PageDown: up and down"],
  ["Mouse", "Drag to turn, wheel to zoom, right button to shift; click a robot to select it"],
  ["Space", "Follow the ball or leave it; pause a recording"],
  [". , ;", "Recording: one frame on; 5 s back, 5 s on"],
  ["N, P", "Recording: next and last goal or foul"],
  ["K, J, B", "Kick-off left, kick-off right, drop ball (with a token)"],
  ["L", "Numbers over heads"],
  ["O", "What the selected robot sees, what pushes it, its joint angles"],
  ["X", "Push the selected robot away (with a token)"],
  [
    "G",
    "Drive it, where the game allows it: W S ahead and back, A D turn, Q E aside, F kick; or a gamepad",
  ],
  ["R", "Record a clip"],
  ["M", "How fast pictures come, and what they take"],
  ["H", "These keys"],
];

const SLIDING: ReadonlySet<string> = new Set([
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "PageUp",
  "PageDown",
  "Home",
  "End",
]);

export function listen(held: Set<string>, deeds: Deeds): void {
  const help = element("keys", HTMLDialogElement);
  const list = element("keylist", HTMLElement);
  for (const [key, text] of LIST) {
    const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
    [term.textContent, meaning.textContent] = [key, text];
    list.append(term, meaning);
  }
  element("help", HTMLButtonElement).onclick = () => {
    help.showModal();
  };
  addEventListener("keyup", (event) => held.delete(event.key));
  leaveLists();
  addEventListener("blur", () => {
    held.clear();
  });
  addEventListener("keydown", (event) => {
    if (help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isOwn(event)) return;
    held.add(event.key);
    const deed = meaning(event, deeds, help);
    if (!deed) return;
    event.preventDefault();
    if (!event.repeat) deed();
  });
}

/** Lets go of lists once something is chosen with the mouse, so that keys count again. */
function leaveLists(): void {
  let isPointed = false;
  for (const kind of ["pointerdown", "keydown"] as const) {
    addEventListener(
      kind,
      () => {
        isPointed = kind === "pointerdown";
      },
      { capture: true },
    );
  }
  addEventListener("change", ({ target }) => {
    if (isPointed && target instanceof HTMLSelectElement) target.blur();
  });
}

/** Whether a key is for the element that has the focus: what a list chooses by, a slider's ways. */
function isOwn({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && SLIDING.has(key);
}

function meaning(
  event: KeyboardEvent,
  deeds: Deeds,
  help: HTMLDialogElement,
): (() => void) | undefined {
  const simple: Record<string, () => void> = {
    Tab: () => {
      deeds.nextRobot(event.shiftKey ? -1 : 1);
    },
    " ": deeds.space,
    ".": deeds.step,
    ",": () => {
      deeds.skip(-5);
    },
    ";": () => {
      deeds.skip(5);
    },
    n: () => {
      deeds.chapter(1);
    },
    p: () => {
      deeds.chapter(-1);
    },
    c: deeds.nextView,
    k: () => {
      deeds.say("(kickOff Left)");
    },
    j: () => {
      deeds.say("(kickOff Right)");
    },
    b: () => {
      deeds.say("(dropBall)");
    },
    l: deeds.labels,
    o: deeds.insight,
    x: deeds.push,
    g: deeds.drive,
    m: deeds.meter,
    r: deeds.record,
    h: () => {
      help.showModal();
    },
  };
  if (/^[1-7]$/.test(event.key)) {
    return () => {
      deeds.view(Number(event.key) - 1);
    };
  }
  return simple[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}
