/** The server's messages, as src/server/web writes them. */

export interface Pitch {
  length: number;
  width: number;
  lineWidth: number;
  border: number;
  goalieArea: [number, number] | null;
  penaltyArea: [number, number] | null;
  cornerRadius: number;
  penaltySpot: number;
  circleRadius: number;
  goal: [number, number, number];
}

/** First vertex, number of vertices, first index, number of indices. */
export type SurfaceRange = [number, number, number, number];

export interface Part {
  body: number;
  colour: string | null;
  solid: boolean;
  surface: SurfaceRange;
}

export interface Tree {
  model: number;
  first: number;
  team: 0 | 1 | null;
  number: number | null;
  parts: Part[];
}

/**
 * A hinge: its bodies as numbers within its tree, its axis, and the orientation of the body at
 * angle 0 (wxyz).
 */
export interface Joint {
  name: string;
  body: number;
  parent: number | null;
  axis: [number, number, number];
  rest: [number, number, number, number];
  reference: number;
}

export interface Model {
  name: string;
  bodies: number;
  parts: Part[];
  joints: Joint[] | null;
}

export interface Scenery {
  view: "ball" | "robot" | "top" | "all";
  /** What is known of a selected robot: everything, what follows from poses, or nothing (2D). */
  tells: "all" | "poses" | "discs";
  /** Origins of the worlds that are shown side by side, m. */
  places: [number, number][];
  pitch: Pitch;
  ball: number | null;
  models: Model[];
  trees: Tree[];
  fixtures: { net: boolean; colour: string; surface: SurfaceRange }[];
  teamColours: [string, string];
  /** Six numbers per vertex: position and normal. */
  vertices: Float32Array;
  /** Three per triangle. */
  indices: Uint32Array;
}

export interface Curve {
  name: string;
  /** `null` for NaN. */
  value: number | null;
}

/** Kind, points, sizes, text, colour, filled, width: see `rcssgym.disc.drawings`. */
export type Drawing = [string, [number, number][], number[], string, number[], boolean, number];

export interface Insight {
  team: 0 | 1;
  number: number;
  /** Positions of what the robot sees, m; `null` if unknown. */
  seen: [number, number, number][] | null;
  /** Contacts of the robot: position, m, and force, N; `null` if unknown. */
  pushes: [[number, number, number], [number, number, number]][] | null;
}

export interface Playback {
  duration: number;
  speed: number;
  paused: boolean;
  chapters: { time: number; text: string }[];
}

export interface Standing {
  world: number;
  worlds: number;
  game: {
    teams: [string, string];
    score: [number, number];
    /** Name of the play mode, and its text for people. */
    mode: string;
    words: string;
    phase: string;
  } | null;
  notes: {
    title?: string;
    curves?: Curve[];
    playback?: Playback;
    drawings?: Drawing[];
    /** Whether users may drive robots. */
    drive?: boolean;
    /** The robot to follow at first: team and number. */
    follow?: [string, number];
  } | null;
}

export interface News {
  kind: string;
  name?: string;
  team?: 0 | 1;
  number?: number;
  text?: string;
}

/** Poses of the bodies that have moved. The object is reused for the next frame. */
export interface Frame {
  time: number;
  playTime: number;
  count: number;
  bodies: Uint16Array;
  /** Seven numbers per body: position, then quaternion xyzw. */
  poses: Float32Array;
}

export interface Listener {
  scenery(scenery: Scenery): void;
  standing(standing: Standing): void;
  news(news: News): void;
  frame(frame: Frame): void;
  insight(insight: Insight | null): void;
}

const text = new TextDecoder();
const BODY_BYTES = 22;
const FRAME_HEAD = 16;

export function read(message: ArrayBuffer, listener: Listener): void {
  const view = new DataView(message);
  let at = 0;
  while (at + 5 <= message.byteLength) {
    const kind = view.getUint8(at);
    const length = view.getUint32(at + 1, true);
    const begin = at + 5;
    const bytes = new Uint8Array(message, begin, length);
    if (kind === 1) listener.scenery(readScenery(message, begin));
    else if (kind === 2) listener.standing(readStanding(text.decode(bytes)));
    else if (kind === 3) listener.news(JSON.parse(text.decode(bytes)) as News);
    else if (kind === 4) listener.frame(readFrame(view, begin, length));
    else if (kind === 5) {
      listener.insight(length > 0 ? (JSON.parse(text.decode(bytes)) as Insight) : null);
    }
    at = begin + length;
  }
}

/** Names of sides without a team. 2D servers call these teams "null". */
const SIDES = ["Left", "Right"] as const;

function readStanding(words: string): Standing {
  const standing = JSON.parse(words) as Standing;
  const teams = standing.game?.teams;
  SIDES.forEach((side, index) => {
    if (teams && ["", "null"].includes(teams[index] ?? "")) teams[index] = side;
  });
  return standing;
}

function readScenery(message: ArrayBuffer, begin: number): Scenery {
  const view = new DataView(message);
  const length = view.getUint32(begin, true);
  const head = text.decode(new Uint8Array(message, begin + 4, length));
  const counts = begin + 4 + length;
  const [numbers, indices] = [view.getUint32(counts, true), view.getUint32(counts + 4, true)];
  const first = counts + 8;
  return {
    ...(JSON.parse(head) as Scenery),
    vertices: new Float32Array(message.slice(first, first + 4 * numbers)),
    indices: new Uint32Array(message.slice(first + 4 * numbers, first + 4 * (numbers + indices))),
  };
}

const frame: Frame = {
  time: 0,
  playTime: NaN,
  count: 0,
  bodies: new Uint16Array(0),
  poses: new Float32Array(0),
};

function readFrame(view: DataView, begin: number, length: number): Frame {
  const count = (length - FRAME_HEAD) / BODY_BYTES;
  if (frame.bodies.length < count) {
    frame.bodies = new Uint16Array(count);
    frame.poses = new Float32Array(7 * count);
  }
  const { bodies, poses } = frame;
  for (let index = 0; index < count; index++) {
    const at = begin + FRAME_HEAD + BODY_BYTES * index;
    bodies[index] = view.getUint16(at, true);
    for (let axis = 0; axis < 3; axis++) {
      poses[7 * index + axis] = view.getFloat32(at + 2 + 4 * axis, true);
    }
    for (let part = 0; part < 4; part++) {
      // The real part comes first on the wire and last in three.js.
      const place = 3 + ((part + 3) % 4);
      poses[7 * index + place] = view.getInt16(at + 14 + 2 * part, true) / 32767;
    }
  }
  frame.count = count;
  frame.time = view.getFloat64(begin, true);
  frame.playTime = view.getFloat64(begin + 8, true);
  return frame;
}
