import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, type Placement, cellsOf } from "../src/data";
import { type Order, findOrder } from "../src/order";
import { at, box, realScenes } from "./boards";

/** Whether a piece collides with the others as it moves out of the board step by step, one cell at a time. */
function canLeave(board: Board, piece: Placement, others: readonly Placement[], step: readonly number[]): boolean {
  const taken = new Set(others.flatMap((other) => cellsOf(other).map((cell) => board.site(cell).join())));
  for (let k = 1; k <= 20; k++) {
    for (const cell of cellsOf(piece)) {
      if (taken.has(board.site(cell).map((v, i) => v + k * step[i]!).join())) return false;
    }
  }
  return true;
}

/** Puts the pieces in again by the order, watching for collisions. */
function follow(board: Board, pieces: readonly Placement[], { steps, locked }: Order): void {
  assert.deepEqual([...steps.map((s) => s.piece)].sort((a, b) => a - b), [...pieces.keys()]);
  steps.forEach(({ piece, slide }, n) => {
    assert.equal(slide === null, n < locked);
    if (slide === null) return;
    const before = steps.slice(0, n).map((s) => pieces[s.piece]!);
    assert.ok(canLeave(board, pieces[piece]!, before, board.data.space.slides[slide]!.step));
  });
}

/** Whether all can be taken out one by one in any order at all. */
function canBeEmptied(board: Board, pieces: readonly Placement[]): boolean {
  return (
    !pieces.length ||
    pieces.some((piece, n) => {
      const others = pieces.filter((_, m) => m !== n);
      return board.data.space.slides.some(({ step }) => canLeave(board, piece, others, step)) && canBeEmptied(board, others);
    })
  );
}

const touches = (board: Board, a: number, b: number): boolean =>
  board.steps(a).some((step) => board.beside(a, step) === b);

test("a pile is built from the bottom", () => {
  const board = box(3, 1, 1);
  const pieces = [2, 0, 1].map((layer) => at(board, [[layer, 0, 0]]));
  const order = findOrder(board, pieces);
  assert.deepEqual(order.steps.map((step) => step.piece), [1, 2, 0]);
  assert.equal(order.locked, 0);
  assert.ok(order.steps.every((step) => board.data.space.slides[step.slide!]!.way[1] === 1), "all from above");
});

test("a bar with two heads is locked in a ring, and what lies outside is not", () => {
  const board = box(3, 3, 4);
  const ring = at(board, [0, 1, 2].flatMap((l) => [0, 1, 2].filter((r) => l !== 1 || r !== 1).map((r) => [l, r, 1])));
  const bar = at(board, [0, 1, 2].map((c) => [1, 1, c]).concat([[1, 2, 0], [1, 2, 2]]));
  const outside = at(board, [[0, 0, 3]]);
  const order = findOrder(board, [ring, outside, bar]);
  assert.equal(order.locked, 2);
  assert.deepEqual(order.steps.map((step) => step.piece), [0, 2, 1]);
  follow(board, [ring, outside, bar], order);
});

test("a piece is held by what lies behind a hole, too", () => {
  const board = box(3, 1, 1);
  const order = findOrder(board, [at(board, [[2, 0, 0]]), at(board, [[0, 0, 0]])]);
  assert.deepEqual(order.steps.map((step) => step.piece), [1, 0]);
});

test("an order is found exactly where there is one", () => {
  const board = box(3, 3, 3);
  let seed = 7;
  const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
  const seen = { yes: 0, no: 0 };
  for (let round = 0; round < 400; round++) {
    // Pieces grow cell by cell from random seeds, or are strewn without hanging together.
    const parts: number[][] = [[], [], [], []];
    const strewn = round % 2 === 0;
    for (let cell = 0; cell < board.size; cell++) {
      const near = strewn ? [] : parts.filter((part) => part.some((c) => touches(board, c, cell)));
      const choices = near.length && random(4) ? near : parts;
      choices[random(choices.length)]!.push(cell);
    }
    const pieces = parts.filter((part) => part.length).map((part): Placement => [0, ...part]);
    const order = findOrder(board, pieces);
    follow(board, pieces, order);
    assert.equal(order.locked === 0, canBeEmptied(board, pieces));
    seen[order.locked ? "no" : "yes"]++;
  }
  assert.ok(seen.yes > 20 && seen.no > 20, JSON.stringify(seen));
});

test("real arrangements", { skip: realScenes() ? false : "needs TILEMODEL_SCENES" }, () => {
  for (const data of Object.values(realScenes() ?? {})) {
    const board = new Board(data);
    for (const solution of data.solutions) {
      const pieces = solution.map((number) => data.placements[number]!);
      const order = findOrder(board, pieces);
      if (data.flat) assert.equal(order.locked, 0);
      else if (data.space.radius === null) follow(board, pieces, order);
      assert.equal(order.steps.length, pieces.length);
    }
  }
});
