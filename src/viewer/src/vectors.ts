/** Points and directions as triples of numbers, for everything that needs no graphics library. */

export type Vec = readonly [number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec): number => Math.sqrt(dot(a, a));
export const unit = (a: Vec): Vec => scale(a, 1 / (length(a) || 1));

export function sum(vectors: Iterable<Vec>): Vec {
  let total: Vec = [0, 0, 0];
  for (const vector of vectors) total = add(total, vector);
  return total;
}

/** The same text for points that differ by rounding only. */
export const pointKey = (a: Vec): string => a.map((x) => Math.round(x * 4096)).join(",");

/** The shortest vector whose product with each normal is `goal`, or comes nearest where they contradict. */
export function meet(normals: readonly Vec[], goal: number): Vec {
  // Normal equations, with a trace of the identity so that one or two normals have a (shortest) answer, too.
  const m = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => normals.reduce((t, n) => t + n[i]! * n[j]!, i === j ? 1e-7 : 0)),
  ) as unknown as [Vec, Vec, Vec];
  const right = scale(sum(normals), goal);
  const volume = dot(m[0], cross(m[1], m[2]));
  const solve = (a: Vec, b: Vec, c: Vec): number => dot(a, cross(b, c)) / volume;
  return [solve(right, m[1], m[2]), solve(m[0], right, m[2]), solve(m[0], m[1], right)];
}
