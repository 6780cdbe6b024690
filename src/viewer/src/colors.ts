/** Which of its piece's colours each piece in place has, so that pieces that touch can be told apart. */

import { type Board, type Placement, cellsOf } from "./data";

/**
 * The colours of the pieces in place, as `PieceColors.of` in tilemodel.render.palette chooses them: where no piece
 * comes twice, each has its own colour; else each takes the first of its colours that looks different from those of
 * the pieces that it touches, or, to spread them, the least used such colour.
 */
export function colorsOf(board: Board, pieces: readonly Placement[]): string[] {
  const { colors, pieces: kinds, spread } = board.data;
  const choices = pieces.map((placement) => kinds[placement[0]!]!.colors);
  if (new Set(pieces.map((placement) => placement[0])).size === pieces.length) {
    return choices.map((mine) => colors[mine[0]!]!);
  }
  const alike = alikeColors(board);
  const touching = touchingPieces(board, pieces);
  const chosen = choices.map((mine) => (mine.length === 1 ? mine[0]! : -1));
  const used = colors.map(() => 0);
  for (const piece of fewestNeighboursFirst(touching)) {
    if (chosen[piece]! < 0) {
      const around = [...touching[piece]!].map((other) => chosen[other]!).filter((color) => color >= 0);
      const clashes = (color: number): number => around.filter((other) => alike[color]!.has(other)).length;
      const mine = choices[piece]!;
      const least = Math.min(...mine.map(clashes));
      const good = mine.filter((color) => clashes(color) === least);
      chosen[piece] = spread ? good.reduce((best, color) => (used[color]! < used[best]! ? color : best)) : good[0]!;
    }
    used[chosen[piece]!]!++;
  }
  return chosen.map((color) => colors[color]!);
}

/** For each colour those that look like it, itself included. */
function alikeColors({ data }: Board): Set<number>[] {
  const alike = data.colors.map((_, color) => new Set([color]));
  for (const [a, b] of data.alike) {
    alike[a]!.add(b);
    alike[b]!.add(a);
  }
  return alike;
}

/** For each piece in place, the others that it touches. */
export function touchingPieces(board: Board, pieces: readonly Placement[]): Set<number>[] {
  const owner = new Map<number, number>();
  pieces.forEach((placement, piece) => cellsOf(placement).forEach((cell) => owner.set(cell, piece)));
  return pieces.map((placement, piece) => {
    const near = new Set<number>();
    for (const cell of cellsOf(placement)) {
      for (const step of board.steps(cell)) {
        const beside = board.beside(cell, step);
        const other = beside === undefined ? undefined : owner.get(beside);
        if (other !== undefined && other !== piece) near.add(other);
      }
    }
    return near;
  });
}

/**
 * An order in which each has few neighbours among those before it: smallest last, of D. W. Matula and L. L. Beck,
 * Journal of the ACM 30 (1983).
 */
function fewestNeighboursFirst(near: readonly Set<number>[]): number[] {
  const degree = near.map((others) => others.size);
  const byDegree: Set<number>[] = [];
  degree.forEach((d, n) => (byDegree[d] ??= new Set()).add(n));
  const order: number[] = [];
  while (order.length < near.length) {
    const least = byDegree.findIndex((waiting) => waiting?.size);
    const [n] = byDegree[least]!;
    byDegree[least]!.delete(n!);
    degree[n!] = -1;
    order.push(n!);
    for (const other of near[n!]!) {
      const d = degree[other]!;
      if (d < 0) continue;
      byDegree[d]!.delete(other);
      (byDegree[d - 1] ??= new Set()).add(other);
      degree[other] = d - 1;
    }
  }
  return order.reverse();
}
