/** Boards for the tests. */

import { readFileSync } from "node:fs";

import { Board, type PageData, type Placement } from "../src/data";
import type { Vec } from "../src/vectors";

const STEPS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [-1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
];

/** A box of cubes, without solids; pieces are named by letters, and have the colours 0 to 4. */
export function box(layers: number, rows: number, columns: number, sizes: readonly number[] = [1]): Board {
  const cells: number[] = [];
  for (let l = 0; l < layers; l++) for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) cells.push(l, r, c);
  const axes: Vec[] = [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ];
  const data: PageData = {
    title: "",
    remark: "",
    model: "",
    flat: false,
    space: {
      axes,
      steps: [STEPS],
      radius: null,
      solids: [],
      slides: STEPS.map((step) => ({ way: [step[2]!, step[0]!, step[1]!], step, heldBy: [step] })),
    },
    cells,
    cellLength: 3,
    sites: null,
    classes: null,
    pieces: sizes.map((size, n) => ({ name: String.fromCharCode(65 + n), size, colors: [0, 1, 2, 3, 4] })),
    colors: ["#000", "#111", "#222", "#333", "#444"],
    alike: [],
    spread: false,
    placements: [],
    solutions: [],
  };
  return new Board(data);
}

/** A piece on these cells of a box, each [layer, row, column]. */
export function at(board: Board, cells: readonly (readonly number[])[], kind = 0): Placement {
  return [kind, ...cells.map((cell) => board.cellAt(cell)!)];
}

/** What the Python side writes for real puzzles, where the tests were told of such a file. */
export function realScenes(): Record<string, PageData> | null {
  const path = process.env.TILEMODEL_SCENES;
  return path ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, PageData>) : null;
}
