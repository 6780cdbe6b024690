/** Reading a file of solutions that was dropped on the page: what `tilemodel solve --format json` or `jsonl` writes. */

import type { Board, Placement } from "./data";

/** What is wrong with a file, in words for whoever dropped it. */
export class FileError extends Error {}

/** The solutions of a file, each as placements in canonical order; raises FileError where it is none of this puzzle. */
export function readSolutions(board: Board, text: string): Placement[][] {
  const entries = entriesOf(text.replace(/^\uFEFF/, ""));
  return entries.map((entry, n) => placementsOf(board, entry, n + 1));
}

function entriesOf(text: string): unknown[] {
  const whole = parse(text);
  if (whole !== undefined) {
    if (Array.isArray(whole)) return whole;
    if (isRecord(whole) && Array.isArray(whole.solutions)) return whole.solutions;
    if (isRecord(whole) && "placements" in whole) return [whole];
    throw new FileError("This file holds no solutions; expected what tilemodel solve --format json or jsonl writes.");
  }
  const lines = text.split("\n").filter((line) => line.trim());
  return lines.map((line, n) => {
    const value = parse(line);
    if (value === undefined) throw new FileError(`Line ${n + 1} of this file is not JSON.`);
    return value;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function placementsOf(board: Board, entry: unknown, number: number): Placement[] {
  const refuse = (why: string): never => {
    throw new FileError(`Solution ${number} of this file ${why}.`);
  };
  if (!isRecord(entry) || !Array.isArray(entry.placements)) return refuse("has no list of placements");
  const covered = new Set<number>();
  const found = entry.placements.map((placed: unknown) => {
    if (!isRecord(placed) || typeof placed.piece !== "string" || !Array.isArray(placed.cells)) {
      return refuse("has a placement without a piece and its cells");
    }
    const name = placed.piece;
    const kind = board.data.pieces.findIndex((piece) => piece.name === name);
    if (kind < 0) return refuse(`has the piece “${name}”, which is not one of this puzzle`);
    if (placed.cells.length !== board.data.pieces[kind]!.size) {
      return refuse(`has the piece “${name}” on ${placed.cells.length} cells instead of ${board.data.pieces[kind]!.size}`);
    }
    const cells = placed.cells.map((coordinates: unknown) => {
      const cell = Array.isArray(coordinates) && coordinates.every(Number.isInteger) ? board.cellAt(coordinates) : undefined;
      if (cell === undefined) return refuse(`has the piece “${name}” on ${JSON.stringify(coordinates)}, which is not on the board`);
      if (covered.has(cell)) return refuse(`covers ${JSON.stringify(coordinates)} twice`);
      covered.add(cell);
      return cell;
    });
    return [kind, ...cells.sort((a, b) => a - b)];
  });
  return found.sort(compare);
}

/** The order of the Python side up to the order of names: by piece, then by cells. */
function compare(a: Placement, b: Placement): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - (b[at] ?? -1);
}
