/** What a person chose to see, and the same as text for the address after the #. */

export interface Camera {
  /** Turn about the vertical axis and from it, in radians. */
  readonly azimuth: number;
  readonly polar: number;
  /** In radii of the board. */
  readonly distance: number;
  /** What is looked at, from the board's middle, in radii of the board. */
  readonly target: readonly [number, number, number];
}

export interface View {
  /** From 0. */
  readonly solution: number;
  /** Percent. */
  readonly explode: number;
  readonly wireframe: boolean;
  /** Percent, at least 5. */
  readonly opacity: number;
  /** How many pieces are in, null for all. */
  readonly shown: number | null;
  /** Numbers of the pieces whose copies are all hidden. */
  readonly hidden: readonly number[];
  /** Null for the view that the page opens with. */
  readonly camera: Camera | null;
}

export const START: View = {
  solution: 0,
  explode: 0,
  wireframe: false,
  opacity: 100,
  shown: null,
  hidden: [],
  camera: null,
};

/** The address of a view: only what differs from the start is said. */
export function toHash(view: View): string {
  const parts: string[] = [];
  if (view.solution !== START.solution) parts.push(`solution=${view.solution + 1}`);
  if (view.explode !== START.explode) parts.push(`explode=${view.explode}`);
  if (view.wireframe) parts.push("wireframe=1");
  if (view.opacity !== START.opacity) parts.push(`opacity=${view.opacity}`);
  if (view.shown !== null) parts.push(`shown=${view.shown}`);
  if (view.hidden.length) parts.push(`hidden=${view.hidden.join(".")}`);
  if (view.camera) {
    const { azimuth, polar, distance, target } = view.camera;
    parts.push(`camera=${[azimuth, polar, distance, ...target].map((x) => Number(x.toFixed(3))).join(",")}`);
  }
  return parts.join("&");
}

/** The view of an address; what it does not say, or says wrongly, is as at the start. */
export function fromHash(hash: string): View {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const whole = (key: string, low: number, high: number): number | null => {
    const text = said.get(key);
    return text !== null && /^\d{1,9}$/.test(text) ? Math.min(high, Math.max(low, Number(text))) : null;
  };
  const solution = whole("solution", 1, 1e9);
  return {
    solution: solution === null ? START.solution : solution - 1,
    explode: whole("explode", 0, 100) ?? START.explode,
    wireframe: said.get("wireframe") === "1",
    opacity: whole("opacity", 5, 100) ?? START.opacity,
    shown: whole("shown", 0, 1e9),
    hidden: [...new Set((said.get("hidden") ?? "").split(".").filter((t) => /^\d{1,9}$/.test(t)).map(Number))],
    camera: cameraOf(said.get("camera")),
  };
}

function cameraOf(text: string | null): Camera | null {
  const numbers = (text ?? "").split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  if (numbers.length !== 6 || !numbers.every((x) => Number.isFinite(x) && Math.abs(x) < 1e6)) return null;
  const [azimuth, polar, distance, x, y, z] = numbers as [number, number, number, number, number, number];
  return polar >= 0 && polar <= Math.PI && distance > 0 ? { azimuth, polar, distance, target: [x, y, z] } : null;
}
