/** The surface of a piece made of balls that touch, with a neck where they do. */

import type { Surface } from "./solid";
import { type Vec, add, cross, scale, subtract, unit } from "./vectors";

export interface BallStyle {
  readonly radius: number;
  /** How many corners a great circle has. */
  readonly roundness: number;
}

/** `links` are the pairs of balls that touch. */
export function ballsOf(
  centers: readonly Vec[],
  links: readonly (readonly [number, number])[],
  { radius, roundness }: BallStyle,
): Surface {
  const surface: Surface = { positions: [], normals: [], indices: [], edges: [] };
  for (const center of centers) addBall(surface, center, radius, roundness);
  for (const [a, b] of links) {
    addTube(surface, centers[a]!, centers[b]!, radius * 0.55, Math.max(6, roundness >> 1));
    surface.edges.push([centers[a]!, centers[b]!]);
  }
  return surface;
}

export function addBall(surface: Surface, center: Vec, radius: number, roundness: number): void {
  const first = surface.positions.length / 3;
  const rows = Math.max(3, roundness >> 1);
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= roundness; column++) {
      const [up, around] = [(Math.PI * row) / rows, (2 * Math.PI * column) / roundness];
      const normal: Vec = [Math.sin(up) * Math.cos(around), Math.cos(up), -Math.sin(up) * Math.sin(around)];
      surface.positions.push(...add(center, scale(normal, radius)));
      surface.normals.push(...normal);
      if (row === rows || column === roundness) continue;
      const at = first + row * (roundness + 1) + column;
      const below = at + roundness + 1;
      if (row > 0) surface.indices.push(at, below, at + 1);
      if (row + 1 < rows) surface.indices.push(at + 1, below, below + 1);
    }
  }
}

/** A tube without ends. */
export function addTube(surface: Surface, from: Vec, to: Vec, radius: number, sides: number): void {
  const first = surface.positions.length / 3;
  const axis = unit(subtract(to, from));
  const side = unit(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const other = cross(axis, side);
  for (let i = 0; i <= sides; i++) {
    const angle = (2 * Math.PI * i) / sides;
    const normal = add(scale(side, Math.cos(angle)), scale(other, Math.sin(angle)));
    for (const end of [from, to]) {
      surface.positions.push(...add(end, scale(normal, radius)));
      surface.normals.push(...normal);
    }
    if (i < sides) {
      const at = first + 2 * i;
      surface.indices.push(at, at + 2, at + 1, at + 1, at + 2, at + 3);
    }
  }
}
