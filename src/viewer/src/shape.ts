/** What a piece in place looks like up to a translation: made once, however many copies and arrangements there are. */

import { addBall, addTube, ballsOf } from "./balls";
import type { Board } from "./data";
import { type Cell, type Surface, surfaceOf } from "./solid";
import { type Vec, subtract } from "./vectors";

/** How finely shapes are made. */
export interface Detail {
  readonly bevel: number;
  readonly roundness: number;
}

export interface Shape {
  /** Both relative to the first cell. */
  readonly surface: Surface;
  readonly frame: Surface;
}

const GAP = 0.012;
const ROD = 0.022;

/** As fine as the number of cells allows. */
export function detailFor(cells: number): Detail {
  if (cells <= 600) return { bevel: 0.055, roundness: 28 };
  if (cells <= 2000) return { bevel: 0.055, roundness: 16 };
  return { bevel: 0, roundness: 10 };
}

/** The same text for sets of cells that are translates of each other. */
export function shapeKey(board: Board, cells: readonly number[]): string {
  const first = board.site(cells[0]!);
  const from = (cell: number): string => board.site(cell).map((v, i) => v - first[i]!).join();
  return `${board.classOf(cells[0]!)}:${cells.map(from).join(";")}`;
}

export function makeShape(board: Board, cells: readonly number[], detail: Detail): Shape {
  const origin = board.center(cells[0]!);
  const { radius, solids } = board.data.space;
  const centers = cells.map((cell) => subtract(board.center(cell), origin));
  const numberOf = new Map(cells.map((cell, n) => [cell, n]));
  const beside = (cell: number, step: readonly number[]): number | null =>
    numberOf.get(board.beside(cell, step) ?? -1) ?? null;
  let surface: Surface;
  if (radius === null) {
    const parts = cells.map((cell, n): Cell => {
      const solid = solids[board.classOf(cell)]!;
      return { center: centers[n]!, solid, beyond: solid.faces.map(({ step }) => step && beside(cell, step)) };
    });
    surface = surfaceOf(parts, { gap: GAP, bevel: detail.bevel });
  } else {
    const links = cells.flatMap((cell, n) =>
      board.steps(cell).flatMap((step) => {
        const other = beside(cell, step);
        return other !== null && n < other ? [[n, other] as const] : [];
      }),
    );
    surface = ballsOf(centers, links, { radius: radius - GAP / 2, roundness: detail.roundness });
  }
  return { surface, frame: frameOf(surface.edges, radius === null ? [] : centers, detail) };
}

/** Rods along edges, and small balls where there are centres. */
function frameOf(edges: readonly (readonly [Vec, Vec])[], centers: readonly Vec[], { bevel, roundness }: Detail): Surface {
  const frame: Surface = { positions: [], normals: [], indices: [], edges: [] };
  const thickness = centers.length ? 2 * ROD : ROD;
  for (const [a, b] of edges) addTube(frame, a, b, thickness, bevel ? 6 : 3);
  for (const center of centers) addBall(frame, center, 0.15, Math.max(6, roundness >> 1));
  return frame;
}
