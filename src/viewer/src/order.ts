/**
 * An order in which a person can put the pieces in, found by taking them out.
 *
 * A piece can be taken out when none of its cells is held by another piece along one straight way. Taking a piece out
 * never gets in the way of another, so whatever is taken first, the same pieces remain in the end: the order exists
 * exactly when none remains, and no choice has to be taken back.
 */

import { type Board, type Placement, cellsOf } from "./data";

export interface Step {
  /** The piece in place, a number into the arrangement. */
  readonly piece: number;
  /** The way it leaves by (a number into the slides) and comes by in reverse; null where it is locked in. */
  readonly slide: number | null;
}

export interface Order {
  /** From the first piece put in to the last; those that lock one another come first. */
  readonly steps: readonly Step[];
  /** How many lock one another, so that none of them can come or go alone. */
  readonly locked: number;
}

export function findOrder(board: Board, pieces: readonly Placement[]): Order {
  const slides = board.data.space.slides;
  const holds = findHolds(board, pieces);
  const heights = pieces.map((placement) => Math.max(...cellsOf(placement).map((cell) => board.center(cell)[1])));
  const depth = pieces.map((placement) => board.middle(cellsOf(placement)));
  const inside = new Set(pieces.keys());
  const out: Step[] = [];

  // The preferred way first; of several pieces the highest, then the one nearest to whoever looks, then the rightmost.
  const better = (a: number, b: number): boolean =>
    (heights[a]! - heights[b]! || depth[a]![2] - depth[b]![2] || depth[a]![0] - depth[b]![0]) > 1e-6;

  const next = (): Step | null => {
    for (let slide = 0; slide < slides.length; slide++) {
      let best: number | null = null;
      for (const piece of inside) {
        if (holds.count(slide, piece) === 0 && (best === null || better(piece, best))) best = piece;
      }
      if (best !== null) return { piece: best, slide };
    }
    return null;
  };

  for (let step = next(); step; step = next()) {
    inside.delete(step.piece);
    holds.release(step.piece);
    out.push(step);
  }
  const locked = [...inside].map((piece) => ({ piece, slide: null }));
  return { steps: [...locked, ...out.reverse()], locked: locked.length };
}

/** Which pieces hold which along each way, counted so that taking one out is quick. */
class Holds {
  private readonly counts: Int32Array[];
  /** For each slide and piece, the pieces that it holds. */
  private readonly held: Set<number>[][];

  constructor(slides: number, pieces: number) {
    this.counts = Array.from({ length: slides }, () => new Int32Array(pieces));
    this.held = Array.from({ length: slides }, () => Array.from({ length: pieces }, () => new Set<number>()));
  }

  add(slide: number, holder: number, held: number): void {
    const known = this.held[slide]![holder]!;
    if (known.has(held)) return;
    known.add(held);
    this.counts[slide]![held]!++;
  }

  /** How many pieces hold this one. */
  count(slide: number, piece: number): number {
    return this.counts[slide]![piece]!;
  }

  release(holder: number): void {
    this.held.forEach((bySlide, slide) => {
      for (const piece of bySlide[holder]!) this.counts[slide]![piece]!--;
    });
  }
}

function findHolds(board: Board, pieces: readonly Placement[]): Holds {
  const slides = board.data.space.slides;
  const owner = new Int32Array(board.size).fill(-1);
  pieces.forEach((placement, piece) => cellsOf(placement).forEach((cell) => (owner[cell] = piece)));
  const holds = new Holds(slides.length, pieces.length);
  slides.forEach((slide, number) => {
    for (const offset of slide.heldBy) {
      pieces.forEach((placement, piece) => {
        for (const cell of cellsOf(placement)) {
          // Holes in the board are passed over: what lies behind them is in the way just the same.
          const vector = [...offset];
          while (board.surrounds(cell, vector)) {
            const other = board.beside(cell, vector);
            const holder = other === undefined ? -1 : owner[other]!;
            if (holder >= 0 && holder !== piece) holds.add(number, holder, piece);
            slide.step.forEach((s, i) => (vector[i] = vector[i]! + s));
          }
        }
      });
    }
  });
  return holds;
}
