/** What the Python side wrote into the page, and the same with the look-ups that the page needs. */

import { type Vec, scale, sum } from "./vectors";

export interface Face {
  /** Counter-clockwise seen from outside, numbers of the solid's vertices. */
  readonly corners: readonly number[];
  /** The lattice vector to the neighbour beyond, null where there never is one. */
  readonly step: readonly number[] | null;
}

export interface Solid {
  readonly vertices: readonly Vec[];
  readonly faces: readonly Face[];
}

/** A straight way out; see `Slide` in tilemodel.render.space. */
export interface Slide {
  readonly way: Vec;
  readonly step: readonly number[];
  readonly heldBy: readonly (readonly number[])[];
}

export interface PieceKind {
  readonly name: string;
  readonly size: number;
  /** The colours that it may have, the preferred ones first, as numbers of colours. */
  readonly colors: readonly number[];
}

/** `[piece, cell, cell, ...]` */
export type Placement = readonly number[];

export interface PageData {
  readonly title: string;
  /** What to say where there is no solution. */
  readonly remark: string;
  readonly model: string;
  readonly flat: boolean;
  readonly space: {
    readonly axes: readonly Vec[];
    /** For each class of cells, the lattice vectors to those that touch. */
    readonly steps: readonly (readonly (readonly number[])[])[];
    /** Of the balls, or null where pieces are made of solids. */
    readonly radius: number | null;
    /** What fills space, one for each class of cells. */
    readonly solids: readonly Solid[];
    readonly slides: readonly Slide[];
  };
  /** Coordinates as a model writes them, one after the other. */
  readonly cells: readonly number[];
  readonly cellLength: number;
  /** Lattice vectors where they differ from the coordinates. */
  readonly sites: readonly number[] | null;
  /** The class of each cell, where there are several. */
  readonly classes: readonly number[] | null;
  readonly pieces: readonly PieceKind[];
  readonly colors: readonly string[];
  /** Pairs of colours that are hard to tell apart. */
  readonly alike: readonly (readonly [number, number])[];
  /** Whether copies are to show as many colours as there are. */
  readonly spread: boolean;
  readonly placements: readonly Placement[];
  readonly solutions: readonly (readonly number[])[];
}

export const cellsOf = (placement: Placement): readonly number[] => placement.slice(1);

/** The cells of a board: where they are, and which is where. */
export class Board {
  readonly size: number;
  /** The most lattice units by which two cells differ, for each axis. */
  readonly spans: readonly number[];
  private readonly lows: readonly number[];
  private readonly sites: readonly number[];
  private readonly written = new Map<string, number>();
  private readonly atSite = new Map<number, number>();

  constructor(readonly data: PageData) {
    this.size = data.cells.length / data.cellLength;
    this.sites = data.sites ?? data.cells;
    const axes = data.space.axes.map((_, axis) => axis);
    const along = axes.map((axis) => this.sites.filter((_, i) => i % axes.length === axis));
    this.lows = along.map((values) => values.reduce((a, b) => Math.min(a, b)));
    this.spans = along.map((values, axis) => values.reduce((a, b) => Math.max(a, b)) - this.lows[axis]!);
    for (let cell = 0; cell < this.size; cell++) {
      this.written.set(this.coordinates(cell).join(), cell);
      this.atSite.set(this.key(cell, axes.map(() => 0))!, cell);
    }
  }

  /** The coordinates of a cell as a model writes them. */
  coordinates(cell: number): readonly number[] {
    const n = this.data.cellLength;
    return this.data.cells.slice(cell * n, cell * n + n);
  }

  /** The cell with these coordinates. */
  cellAt(coordinates: readonly unknown[]): number | undefined {
    return this.written.get(coordinates.join());
  }

  /** The lattice vector of a cell. */
  site(cell: number): readonly number[] {
    const n = this.spans.length;
    return this.sites.slice(cell * n, cell * n + n);
  }

  /** The cell at a lattice vector from another, if it is on the board. */
  beside(cell: number, step: readonly number[]): number | undefined {
    const key = this.key(cell, step);
    return key === undefined ? undefined : this.atSite.get(key);
  }

  /** Whether the box around the board contains the place at a lattice vector from a cell. */
  surrounds(cell: number, step: readonly number[]): boolean {
    return this.key(cell, step) !== undefined;
  }

  /** A number for each place of the box around the board. */
  private key(cell: number, step: readonly number[]): number | undefined {
    const n = this.spans.length;
    let key = 0;
    for (let axis = 0; axis < n; axis++) {
      const at = this.sites[cell * n + axis]! + step[axis]! - this.lows[axis]!;
      if (at < 0 || at > this.spans[axis]!) return undefined;
      key = key * (this.spans[axis]! + 1) + at;
    }
    return key;
  }

  /** Where a lattice vector points in space. */
  point(vector: readonly number[]): Vec {
    return sum(vector.map((v, i) => scale(this.data.space.axes[i]!, v)));
  }

  center(cell: number): Vec {
    return this.point(this.site(cell));
  }

  classOf(cell: number): number {
    return this.data.classes?.[cell] ?? 0;
  }

  /** The lattice vectors to the cells that may touch this one. */
  steps(cell: number): readonly (readonly number[])[] {
    return this.data.space.steps[this.classOf(cell)]!;
  }

  /** The middle of some cells. */
  middle(cells: readonly number[]): Vec {
    return scale(sum(cells.map((cell) => this.center(cell))), 1 / cells.length);
  }

  /** The corners of the smallest box around all centres. */
  bounds(): { low: Vec; high: Vec } {
    const low: [number, number, number] = [Infinity, Infinity, Infinity];
    const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
    for (let cell = 0; cell < this.size; cell++) {
      this.center(cell).forEach((x, i) => {
        low[i] = Math.min(low[i]!, x);
        high[i] = Math.max(high[i]!, x);
      });
    }
    return { low, high };
  }
}
