/**
 * The surface of a piece made of solids: what a carpenter would make of it.
 *
 * Sides between cells of the piece are left out, so that it is one body. The whole surface lies a little inside of the
 * cells (`gap`), so that pieces do not touch, and every outer edge is rounded (`bevel`). Everything is worked out from
 * faces, their corners and which edge they share, so that any convex cell will do.
 */

import type { Solid } from "./data";
import { type Vec, add, cross, dot, length, meet, pointKey, scale, subtract, sum, unit } from "./vectors";

export interface Cell {
  readonly center: Vec;
  readonly solid: Solid;
  /** For each face of the solid the number of the piece's cell beyond it, null where the surface runs. */
  readonly beyond: readonly (number | null)[];
}

export interface Style {
  /** How far the surface lies inside of the cells. */
  readonly gap: number;
  /** The breadth of a rounded edge on either face; 0 for sharp edges. */
  readonly bevel: number;
}

/** Triangles, with a normal for each vertex; and the edges, for those who want to see through. */
export interface Surface {
  readonly positions: number[];
  readonly normals: number[];
  readonly indices: number[];
  readonly edges: (readonly [Vec, Vec])[];
}

/** How deep an edge is taken off, in breadths of the rounding: more would turn the corners of notches inside out. */
const SUNK = 0.2;

type Bend = "flat" | "outer" | "inner";

export function surfaceOf(cells: readonly Cell[], style: Style): Surface {
  return new Carpenter(cells, style).surface;
}

/** A corner of the body, which several cells share: the outward normals of the faces that meet there. */
interface Corner {
  readonly normals: Vec[];
  /** Whether an outer edge ends here, which is rounded. */
  rounded: boolean;
}

class Carpenter {
  readonly surface: Surface = { positions: [], normals: [], indices: [], edges: [] };
  private readonly corners = new Map<string, Corner>();
  private readonly drawn = new Set<string>();

  constructor(
    private readonly cells: readonly Cell[],
    private readonly style: Style,
  ) {
    this.findCorners();
    this.eachFace((cell, face) => this.markRounded(cell, face));
    this.eachFace((cell, face) => this.makeFace(cell, face));
  }

  /** The faces on the surface. */
  private eachFace(visit: (cell: number, face: number) => void): void {
    this.cells.forEach(({ beyond }, cell) =>
      beyond.forEach((other, face) => {
        if (other === null) visit(cell, face);
      }),
    );
  }

  private point(cell: number, vertex: number): Vec {
    const { center, solid } = this.cells[cell]!;
    return add(center, solid.vertices[vertex]!);
  }

  private points(cell: number, face: number): Vec[] {
    return this.cells[cell]!.solid.faces[face]!.corners.map((vertex) => this.point(cell, vertex));
  }

  private normal(cell: number, face: number): Vec {
    const [a, b, c] = this.points(cell, face) as [Vec, Vec, Vec];
    return unit(cross(subtract(b, a), subtract(c, b)));
  }

  /** Cells that share a face share its corners; cells that merely touch at a corner do not. */
  private findCorners(): void {
    const parent = new Map<string, string>();
    const rootOf = (key: string): string => {
      let root = key;
      for (let above = parent.get(root); above !== undefined && above !== root; above = parent.get(root)) root = above;
      if (root !== key) parent.set(key, root);
      return root;
    };
    this.cells.forEach(({ beyond }, cell) =>
      beyond.forEach((other, face) => {
        if (other === null) return;
        for (const point of this.points(cell, face).map(pointKey)) {
          parent.set(rootOf(`${cell}:${point}`), rootOf(`${other}:${point}`));
        }
      }),
    );
    const byRoot = new Map<string, Corner>();
    this.eachFace((cell, face) => {
      const normal = this.normal(cell, face);
      for (const point of this.points(cell, face)) {
        const key = `${cell}:${pointKey(point)}`;
        const root = rootOf(key);
        const corner = byRoot.get(root) ?? { normals: [], rounded: false };
        byRoot.set(root, corner);
        this.corners.set(key, corner);
        if (corner.normals.every((known) => dot(known, normal) < 0.999)) corner.normals.push(normal);
      }
    });
  }

  private corner(cell: number, point: Vec): Corner {
    return this.corners.get(`${cell}:${pointKey(point)}`)!;
  }

  /** How the surface goes on beyond the edge from a to b of a face, and the normal there. */
  private beyondEdge(cell: number, face: number, a: Vec, b: Vec): { bend: Bend; normal: Vec } {
    const ends = [pointKey(a), pointKey(b)];
    const has = (c: number, f: number): boolean => {
      const keys = this.points(c, f).map(pointKey);
      return ends.every((end) => keys.includes(end));
    };
    const normal = this.normal(cell, face);
    let [c, f] = [cell, face];
    for (;;) {
      const next = this.cells[c]!.solid.faces.findIndex((_, other) => other !== f && has(c, other));
      const over = this.cells[c]!.beyond[next]!;
      if (over === null) {
        const there = this.normal(c, next);
        if (dot(normal, there) > 0.999) return { bend: "flat", normal: there };
        // An outer edge has the other face below this one's plane.
        const inside = sum(this.points(c, next).map((point) => subtract(point, a)));
        return { bend: dot(normal, inside) < 0 ? "outer" : "inner", normal: there };
      }
      const back = this.cells[over]!.beyond.indexOf(c);
      [c, f] = [over, back];
    }
  }

  private markRounded(cell: number, face: number): void {
    const ring = this.points(cell, face);
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      if (this.style.bevel && this.beyondEdge(cell, face, a, b).bend === "outer") {
        this.corner(cell, a).rounded = this.corner(cell, b).rounded = true;
      }
    });
  }

  /** Where a corner of the body ends up, and the normal of its rounding. */
  private settle(cell: number, point: Vec): { at: Vec; normal: Vec } {
    const { normals, rounded } = this.corner(cell, point);
    const depth = this.style.gap + (rounded ? SUNK * this.style.bevel : 0);
    return { at: add(point, meet(normals, -depth)), normal: unit(sum(normals)) };
  }

  private makeFace(cell: number, face: number): void {
    const normal = this.normal(cell, face);
    const ring = this.points(cell, face);
    const edges = ring.map((a, i) => this.beyondEdge(cell, face, a, ring[(i + 1) % ring.length]!));
    const outer = edges.map((edge) => this.style.bevel > 0 && edge.bend === "outer");
    const put = (point: Vec, n: Vec): number => {
      this.surface.positions.push(...point);
      this.surface.normals.push(...n);
      return this.surface.positions.length / 3 - 1;
    };
    const inset = (point: Vec, others: Vec[]): number =>
      put(add(point, meet([normal, ...others.filter((n) => dot(n, normal) < 0.999)], -this.style.gap)), normal);

    // The flat part, corner by corner; `flat[i]` are its vertices near corner i.
    const flat = ring.map((point, i) => {
      const before = (i + ring.length - 1) % ring.length;
      const toPrevious = unit(subtract(ring[before]!, point));
      const toNext = unit(subtract(ring[(i + 1) % ring.length]!, point));
      const along = this.style.bevel / length(cross(toPrevious, toNext));
      const onPrevious = add(point, scale(toPrevious, along));
      const onNext = add(point, scale(toNext, along));
      if (outer[before] && outer[i]) return [inset(add(onPrevious, scale(toNext, along)), [])];
      if (outer[before]) return [inset(onNext, [edges[i]!.normal])];
      if (outer[i]) return [inset(onPrevious, [edges[before]!.normal])];
      const corner = this.corner(cell, point);
      if (!corner.rounded) return [inset(point, corner.normals)];
      const pair = [inset(onPrevious, [edges[before]!.normal]), inset(onNext, [edges[i]!.normal])];
      const settled = this.settle(cell, point);
      this.surface.indices.push(pair[0]!, put(settled.at, settled.normal), pair[1]!);
      return pair;
    });
    const around = flat.flat();
    for (let i = 1; i + 1 < around.length; i++) this.surface.indices.push(around[0]!, around[i]!, around[i + 1]!);

    ring.forEach((a, i) => {
      const next = (i + 1) % ring.length;
      const ends = [this.settle(cell, a), this.settle(cell, ring[next]!)] as const;
      if (edges[i]!.bend !== "flat") this.drawEdge(ends[0].at, ends[1].at);
      if (!outer[i]) return;
      const [p, q] = ends.map((end) => put(end.at, end.normal)) as [number, number];
      const [from, to] = [flat[i]!.at(-1)!, flat[next]![0]!];
      this.surface.indices.push(p, q, to, p, to, from);
    });
  }

  /** Two faces meet at an edge, which is one edge. */
  private drawEdge(a: Vec, b: Vec): void {
    const key = [pointKey(a), pointKey(b)].sort().join(" ");
    if (!this.drawn.has(key)) this.surface.edges.push([a, b]);
    this.drawn.add(key);
  }
}
