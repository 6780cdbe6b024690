import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, cellsOf } from "../src/data";
import { makeShape } from "../src/shape";
import type { Surface } from "../src/solid";
import { type Vec, add, cross, dot, length, pointKey, scale, subtract } from "../src/vectors";
import { realScenes } from "./boards";

const scenes = realScenes();

function triangles({ positions, indices }: Surface): [Vec, Vec, Vec][] {
  const point = (i: number): Vec => [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!];
  return Array.from({ length: indices.length / 3 }, (_, t) =>
    [0, 1, 2].map((k) => point(indices[3 * t + k]!)) as [Vec, Vec, Vec],
  );
}

/** By the divergence theorem; right for closed surfaces alone. */
const volume = (surface: Surface): number =>
  triangles(surface).reduce((total, [a, b, c]) => total + dot(a, cross(b, c)) / 6, 0);

/** Every edge of a closed surface is run along as often one way as the other. */
function assertClosed(surface: Surface): void {
  const balance = new Map<string, number>();
  for (const corners of triangles(surface)) {
    corners.forEach((a, i) => {
      const [p, q] = [pointKey(a), pointKey(corners[(i + 1) % 3]!)];
      if (p === q) return;
      const [key, way] = p < q ? [`${p} ${q}`, 1] : [`${q} ${p}`, -1];
      balance.set(key, (balance.get(key) ?? 0) + way);
    });
  }
  for (const [key, total] of balance) assert.equal(total, 0, key);
}

/** The mean normal of every triangle points to its outside. */
function assertOutward({ normals, indices, ...rest }: Surface): void {
  triangles({ normals, indices, ...rest }).forEach(([a, b, c], t) => {
    const across = cross(subtract(b, a), subtract(c, a));
    if (length(across) < 1e-9) return;
    const corners = [0, 1, 2].map((k) => 3 * indices[3 * t + k]!);
    const around = corners.map((n): Vec => [normals[n]!, normals[n + 1]!, normals[n + 2]!]);
    for (const normal of around) assert.ok(Math.abs(length(normal) - 1) < 1e-6);
    assert.ok(dot(around.reduce(add), across) > 0, JSON.stringify({ a, b, c, around }));
  });
}

for (const [name, data] of Object.entries(scenes ?? {})) {
  const board = new Board(data);
  const pieces = data.solutions.flatMap((solution) => solution.map((number) => cellsOf(data.placements[number]!)));
  if (data.space.radius === null) {
    test(`pieces of ${name} are closed bodies, a little smaller than their cells`, () => {
      const one = cellVolume(board);
      for (const cells of pieces) {
        for (const bevel of [0, 0.055]) {
          const { surface } = makeShape(board, cells, { bevel, roundness: 8 });
          assertClosed(surface);
          assertOutward(surface);
          const ratio = volume(surface) / (one * cells.length);
          assert.ok(ratio > 0.8 && ratio < 1, `${ratio}`);
        }
      }
    });
  } else {
    test(`pieces of ${name} are balls with necks`, () => {
      for (const cells of pieces) {
        const { surface } = makeShape(board, cells, { bevel: 0, roundness: 16 });
        assertOutward(surface);
        const points = surface.positions.length / 3;
        for (let i = 0; i < points; i++) {
          const [x, y, z] = surface.positions.slice(3 * i, 3 * i + 3) as [number, number, number];
          const point = add([x, y, z], board.center(cells[0]!));
          const nearest = Math.min(...cells.map((cell) => length(subtract(point, board.center(cell)))));
          assert.ok(nearest <= data.space.radius! + 1e-6);
        }
      }
    });
  }
}

/** By the faces' pyramids, from the solid itself. */
function cellVolume(board: Board): number {
  const { vertices, faces } = board.data.space.solids[0]!;
  let total = 0;
  for (const { corners } of faces) {
    for (let i = 1; i + 1 < corners.length; i++) {
      const [a, b, c] = [corners[0]!, corners[i]!, corners[i + 1]!].map((n) => vertices[n]!) as [Vec, Vec, Vec];
      total += dot(a, cross(b, c)) / 6;
    }
  }
  return total;
}

test("two cells make one body without a wall between", { skip: scenes ? false : "needs TILEMODEL_SCENES" }, () => {
  const data = Object.values(scenes ?? {}).find((scene) => !scene.flat && scene.space.radius === null)!;
  const board = new Board(data);
  const other = board.beside(0, [0, 0, 1])!;
  const { surface } = makeShape(board, [0, other], { bevel: 0, roundness: 8 });
  assert.equal(surface.indices.length / 3, 2 * 10, "ten squares");
  assert.equal(surface.edges.length, 16, "four of the twenty edges lie within a flat side");
  const middle = scale(add(board.center(0), board.center(other)), 0.5);
  for (const corners of triangles(surface)) {
    const center = add(board.center(0), scale(corners.reduce(add), 1 / 3));
    assert.ok(length(subtract(center, middle)) > 0.4);
  }
});
