import assert from "node:assert/strict";
import { test } from "node:test";

import { FileError, readSolutions } from "../src/solutions";
import { box } from "./boards";

const board = box(1, 2, 2, [2, 1]);
const first = { placements: [{ piece: "B", cells: [[0, 1, 1]] }, { piece: "A", cells: [[0, 0, 1], [0, 0, 0]] }] };
const second = { placements: [{ piece: "A", cells: [[0, 0, 0], [0, 1, 0]] }] };

test("what solve writes: one object, a list, one solution, or one a line", () => {
  const expected = [[[0, 0, 1], [1, 3]], [[0, 0, 2]]];
  const both = [first, second];
  const lines = both.map((entry) => JSON.stringify(entry)).join("\n");
  for (const text of [JSON.stringify({ model: "m", solutions: both }, null, 1), JSON.stringify(both), `${lines}\n`, `\uFEFF\n${lines}\r\n`]) {
    assert.deepEqual(readSolutions(board, text), expected);
  }
  assert.deepEqual(readSolutions(board, JSON.stringify(second)), [expected[1]]);
  assert.deepEqual(readSolutions(board, '{"solutions": []}'), []);
});

test("other files are refused with the reason", () => {
  const solution = (piece: string, ...cells: unknown[]): string => JSON.stringify({ placements: [{ piece, cells }] });
  const cases: [string, RegExp][] = [
    ["hello", /Line 1 of this file is not JSON/],
    [`${JSON.stringify(first)}\n{`, /Line 2/],
    ["{}", /holds no solutions/],
    ["[3]", /Solution 1 of this file has no list of placements/],
    ['{"placements": [{"piece": "A"}]}', /without a piece and its cells/],
    [solution("<img>", [0, 0, 0]), /the piece “<img>”, which is not one of this puzzle/],
    [solution("B", [0, 0, 0], [0, 0, 1]), /on 2 cells instead of 1/],
    [solution("B", [0, 0, 9]), /\[0,0,9\], which is not on the board/],
    [solution("B", ["0", 0, 0]), /not on the board/],
    [solution("B", "0,0,0"), /not on the board/],
    [solution("A", [0, 0, 0], [0, 0, 0]), /covers \[0,0,0\] twice/],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => readSolutions(board, text), (error) => error instanceof FileError && message.test(error.message), text);
  }
});
