import assert from "node:assert/strict";
import { test } from "node:test";

import { colorsOf, touchingPieces } from "../src/colors";
import { Board } from "../src/data";
import { at, box, realScenes } from "./boards";

test("pieces that come once have their first colour", () => {
  const board = box(1, 1, 2, [1, 1]);
  assert.deepEqual(colorsOf(board, [at(board, [[0, 0, 0]], 0), at(board, [[0, 0, 1]], 1)]), ["#000", "#000"]);
});

test("copies that touch differ, and look different; others need not", () => {
  const plain = box(1, 1, 4);
  const board = new Board({ ...plain.data, alike: [[0, 1]] });
  const pieces = [0, 1, 2, 3].map((c) => at(board, [[0, 0, c]]));
  const colors = colorsOf(board, pieces);
  assert.equal(new Set(colors).size, 2);
  assert.ok(!colors.includes("#111"));
  for (let n = 0; n < 3; n++) assert.notEqual(colors[n], colors[n + 1]);
});

test("the only piece shows many colours", () => {
  const plain = box(1, 5, 5);
  const board = new Board({ ...plain.data, spread: true });
  const pieces = Array.from({ length: 25 }, (_, n) => at(board, [[0, Math.floor(n / 5), n % 5]]));
  assert.equal(new Set(colorsOf(board, pieces)).size, 5);
});

test("real arrangements", { skip: realScenes() ? false : "needs TILEMODEL_SCENES" }, () => {
  for (const data of Object.values(realScenes() ?? {})) {
    const board = new Board(data);
    for (const solution of data.solutions) {
      const pieces = solution.map((number) => data.placements[number]!);
      const colors = colorsOf(board, pieces);
      touchingPieces(board, pieces).forEach((near, piece) =>
        near.forEach((other) => assert.notEqual(colors[piece], colors[other])),
      );
    }
  }
});
