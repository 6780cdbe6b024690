/** What is seen: the chosen view of the chosen solution. Everything that changes the picture goes through here. */

import { Raycaster, Vector2 } from "three";

import { Board, type PageData, type Placement, cellsOf } from "./data";
import { Ground, floorOf } from "./ground";
import { type Order, findOrder } from "./order";
import { Pieces } from "./pieces";
import { type Extent, Stage } from "./stage";
import { START, type View } from "./state";
import { colorsOf } from "./colors";
import { type Vec, add, length, scale, subtract } from "./vectors";

/** How far pieces move apart at most, in distances from the middle. */
const APART = { flat: 0.7, solid: 1.1 };

export class Viewer {
  readonly board: Board;
  readonly stage: Stage;
  /** Called after each change. */
  onChange: () => void = () => {};

  private readonly pieces: Pieces;
  private readonly ground: Ground;
  private readonly low: Vec;
  private readonly home: Extent;
  private solutions: readonly (readonly Placement[])[];
  private current: View = START;
  private placements: readonly Placement[] = [];
  private middles: readonly Vec[] = [];
  private known: Order | null = null;
  /** Pieces of this solution that are hidden one by one. */
  private hiddenPieces = new Set<number>();
  /** The last piece shown may still be on its way: 0 at the start of it, 1 in place. */
  private arrived = 1;
  private explodeShown = 0;
  private moving = { cancel: (): void => {} };

  constructor(
    readonly data: PageData,
    canvas: HTMLCanvasElement,
  ) {
    this.board = new Board(data);
    const { low, high } = this.board.bounds();
    this.low = low;
    const points = Array.from({ length: this.board.size }, (_, cell) => this.board.center(cell));
    const middle = scale(add(low, high), 0.5);
    const farthest = points.reduce((most, point) => Math.max(most, length(subtract(point, middle))), 0);
    this.home = { middle, radius: farthest + 0.85 };
    this.stage = new Stage(canvas, {
      extent: this.home,
      points,
      margin: data.space.radius ?? 0.7,
      floor: low[1] + floorOf(data),
      shadows: this.board.size <= 3000,
      azimuth: data.flat ? 0 : 0.55,
      polar: data.flat ? 0.5 : 1.08,
    });
    this.pieces = new Pieces(this.board, this.stage.world);
    this.ground = new Ground(this.board, this.stage.world);
    this.solutions = data.solutions.map((solution) => solution.map((number) => data.placements[number]!));
    this.layOut();
  }

  get view(): View {
    return { ...this.current, camera: this.stage.getCamera() };
  }

  /** How many solutions there are. */
  get count(): number {
    return this.solutions.length;
  }

  /** How many pieces the solution has. */
  get total(): number {
    return this.placements.length;
  }

  /** How many pieces are in. */
  get shown(): number {
    return this.current.shown ?? this.total;
  }

  get order(): Order {
    return (this.known ??= findOrder(this.board, this.placements));
  }

  /** The pieces in place, hidden ones included. */
  get arrangement(): readonly Placement[] {
    return this.placements;
  }

  /** Show other solutions of the same puzzle. */
  setSolutions(solutions: readonly (readonly Placement[])[]): void {
    this.solutions = solutions;
    this.current = { ...this.current, solution: 0, shown: null };
    this.layOut();
    this.changed();
  }

  /** Take a view as it is, the camera included. */
  setView(view: View): void {
    const other = this.clampSolution(view.solution) !== this.current.solution;
    this.moving.cancel();
    this.current = { ...view, solution: this.clampSolution(view.solution), hidden: this.realKinds(view.hidden) };
    if (other) this.layOut();
    this.current = { ...this.current, shown: this.clampShown(this.current.shown) };
    this.arrived = 1;
    this.explode(this.current.explode);
    this.stage.setCamera(view.camera);
    this.apply();
  }

  /** Everything as the page opens, but for the solution. */
  reset(): void {
    this.hiddenPieces.clear();
    this.setView({ ...START, solution: this.current.solution });
  }

  goTo(solution: number): void {
    const next = this.clampSolution(solution);
    if (next === this.current.solution) return this.changed();
    this.current = { ...this.current, solution: next };
    this.layOut();
    this.current = { ...this.current, shown: this.clampShown(this.current.shown) };
    this.apply();
  }

  setExplode(percent: number, gently = false): void {
    const from = this.explodeShown;
    const to = Math.min(100, Math.max(0, Math.round(percent)));
    this.current = { ...this.current, explode: to };
    this.moving.cancel();
    this.moving = this.stage.animate(gently ? calm(350) : 0, (part) => {
      this.explode(from + (to - from) * ease(part));
      this.place();
    });
    this.changed();
  }

  setWireframe(wireframe: boolean): void {
    this.current = { ...this.current, wireframe };
    this.apply();
  }

  setOpacity(percent: number): void {
    this.current = { ...this.current, opacity: Math.min(100, Math.max(5, Math.round(percent))) };
    this.apply();
  }

  /** Show so many pieces, in the order in which they can be put in; `arrived` says how far the last one has come. */
  setShown(shown: number, arrived = 1): void {
    const before = this.shown;
    this.current = { ...this.current, shown: this.clampShown(shown) };
    this.arrived = arrived;
    if (before === this.shown) this.place();
    else this.apply();
  }

  /** Hide or show all copies of a piece. */
  setHidden(kind: number, hidden: boolean): void {
    const kinds = new Set(this.current.hidden);
    if (hidden) kinds.add(kind);
    else kinds.delete(kind);
    this.placements.forEach((placement, piece) => {
      if (placement[0] === kind) this.hiddenPieces.delete(piece);
    });
    this.current = { ...this.current, hidden: [...kinds].sort((a, b) => a - b) };
    this.apply();
  }

  /** Hide one piece in place, until the next solution. */
  hidePiece(piece: number): void {
    this.hiddenPieces.add(piece);
    this.apply();
  }

  showAll(): void {
    this.hiddenPieces.clear();
    this.current = { ...this.current, hidden: [] };
    this.apply();
  }

  get anyHidden(): boolean {
    return this.hiddenPieces.size > 0 || this.current.hidden.length > 0;
  }

  /** Light one piece in place, all copies of a piece, or nothing. */
  light(what: { piece: number } | { kind: number } | null): void {
    if (what === null) this.pieces.light([]);
    else if ("piece" in what) this.pieces.light([what.piece]);
    else this.pieces.light([...this.placements.keys()].filter((n) => this.placements[n]![0] === what.kind));
    this.stage.request();
  }

  /** The piece at a point of the canvas, each coordinate from -1 to 1. */
  pieceAt(x: number, y: number): number | null {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.stage.camera);
    return this.pieces.pick(ray);
  }

  setTheme(theme: { background: string; ink: string; ground: string }): void {
    this.stage.setBackground(theme.background);
    this.pieces.setInk(theme.ink);
    this.ground.setColor(theme.ground);
  }

  /** Lay the pieces of the current solution. */
  private layOut(): void {
    this.placements = this.solutions[this.current.solution] ?? [];
    this.middles = this.placements.map((placement) => this.board.middle(cellsOf(placement)));
    this.known = null;
    this.hiddenPieces.clear();
    this.arrived = 1;
    this.pieces.lay(this.placements, colorsOf(this.board, this.placements));
    this.place();
  }

  /** Bring everything into line with the view. */
  private apply(): void {
    this.pieces.setWireframe(this.current.wireframe);
    this.pieces.setOpacity(this.current.opacity / 100);
    this.place();
    this.changed();
  }

  private explode(percent: number): void {
    this.explodeShown = percent;
    const most = this.data.flat ? APART.flat : APART.solid;
    const by = 1 + (percent / 100) * most;
    const { middle, radius } = this.home;
    const lift = this.data.flat ? 0 : (middle[1] - this.low[1]) * (by - 1);
    this.stage.setExtent({ middle: add(middle, [0, lift, 0]), radius: radius * by });
  }

  /** Put the visible pieces where they are. */
  private place(): void {
    const { middle } = this.home;
    const from: Vec = [middle[0], this.low[1], middle[2]]; // away from it, so that nothing goes below the ground
    const most = this.data.flat ? APART.flat : APART.solid;
    const hidden = new Set(this.current.hidden);
    const visible = new Set(this.placements.keys());
    let coming: { piece: number; offset: Vec } | null = null;
    if (this.shown < this.total || this.arrived < 1) {
      const { steps } = this.order;
      for (const step of steps.slice(this.shown)) visible.delete(step.piece);
      const last = steps[this.shown - 1];
      if (last && last.slide !== null && this.arrived < 1) {
        const far = 1.2 * this.home.radius * (1 - ease(this.arrived));
        coming = { piece: last.piece, offset: scale(this.data.space.slides[last.slide]!.way, far) };
      }
    }
    this.placements.forEach((placement, piece) => {
      const seen = visible.has(piece) && !hidden.has(placement[0]!) && !this.hiddenPieces.has(piece);
      this.pieces.show(piece, seen);
      if (!seen) return;
      const apart = scale(subtract(this.middles[piece]!, from), (this.explodeShown / 100) * most);
      this.pieces.move(piece, coming?.piece === piece ? add(apart, coming.offset) : apart);
    });
    const missing = visible.size < this.total || this.anyHidden || !this.total;
    this.ground.setGuide(this.explodeShown === 0 && (missing || this.hasHoles()));
    this.stage.request(true);
  }

  /** Whether cells of the board stay empty. */
  private hasHoles(): boolean {
    return this.placements.reduce((cells, placement) => cells + cellsOf(placement).length, 0) < this.board.size;
  }

  private changed(): void {
    this.stage.request();
    this.onChange();
  }

  private clampSolution(solution: number): number {
    return Math.max(0, Math.min(this.count - 1, solution));
  }

  /** All pieces is null, so that it stays so for a solution with more of them. */
  private clampShown(shown: number | null): number | null {
    return shown === null || shown >= this.total ? null : Math.max(0, shown);
  }

  private realKinds(kinds: readonly number[]): number[] {
    return kinds.filter((kind) => kind < this.data.pieces.length).sort((a, b) => a - b);
  }
}

const ease = (part: number): number => part * part * (3 - 2 * part);

/** So many milliseconds, or none for people who want nothing to move. */
export const calm = (duration: number): number =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : duration;
