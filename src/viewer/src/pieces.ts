/** The pieces in space: every shape is made once, and drawn as often as it lies somewhere. */

import {
  BatchedMesh,
  BufferAttribute,
  BufferGeometry,
  Color,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Raycaster,
} from "three";

import { type Board, type Placement, cellsOf } from "./data";
import { type Detail, detailFor, makeShape, shapeKey } from "./shape";
import type { Surface } from "./solid";
import { type Vec, add } from "./vectors";

interface Made {
  readonly surface: number;
  readonly frame: number;
  readonly outline: BufferGeometry;
}

export class Pieces {
  private readonly detail: Detail;
  private readonly made = new Map<string, Made>();
  private readonly skin = new MeshStandardMaterial({ roughness: 0.5, metalness: 0 });
  private readonly rods = new MeshStandardMaterial({ roughness: 0.7, metalness: 0 });
  private readonly surfaces: Batch;
  private readonly frames: Batch;
  private readonly halo = new Mesh(new BufferGeometry(), new MeshBasicMaterial());
  private placements: readonly Placement[] = [];
  private colors: readonly string[] = [];
  private lit = new Set<number>();
  private haloed: number | null = null;
  private offsets: Vec[] = [];

  constructor(
    private readonly board: Board,
    parent: Object3D,
  ) {
    this.detail = detailFor(board.size);
    this.surfaces = new Batch(this.skin, parent);
    this.frames = new Batch(this.rods, parent);
    this.frames.visible = false;
    this.halo.visible = false;
    parent.add(this.halo);
  }

  /** Take these pieces instead; all are visible and at their places. */
  lay(placements: readonly Placement[], colors: readonly string[]): void {
    this.placements = placements;
    this.colors = colors;
    this.offsets = placements.map(() => [0, 0, 0]);
    this.lit = new Set();
    this.haloed = null;
    const shapes = placements.map((placement) => this.shape(cellsOf(placement)));
    this.surfaces.take(shapes.map((shape) => shape.surface));
    this.frames.take(shapes.map((shape) => shape.frame));
    placements.forEach((_, piece) => {
      this.move(piece, [0, 0, 0]);
      this.show(piece, true);
      this.paint(piece);
    });
    this.drawHalo();
  }

  private shape(cells: readonly number[]): Made {
    const key = shapeKey(this.board, cells);
    let made = this.made.get(key);
    if (!made) {
      const { surface, frame } = makeShape(this.board, cells, this.detail);
      const outline = geometryOf(frame);
      made = { surface: this.surfaces.make(geometryOf(surface)), frame: this.frames.make(outline), outline };
      this.made.set(key, made);
    }
    return made;
  }

  /** Put a piece so far from its place. */
  move(piece: number, offset: Vec): void {
    this.offsets[piece] = offset;
    const at = add(this.board.center(this.placements[piece]![1]!), offset);
    this.surfaces.put(piece, at);
    this.frames.put(piece, at);
    if (piece === this.haloed) this.halo.position.set(...at);
  }

  show(piece: number, visible: boolean): void {
    this.surfaces.show(piece, visible);
    this.frames.show(piece, visible);
    if (piece === this.haloed) this.halo.visible = visible;
  }

  /** Light these pieces, and no others; one alone is outlined, too. */
  light(pieces: readonly number[]): void {
    const before = this.lit;
    this.lit = new Set(pieces);
    for (const piece of new Set([...before, ...pieces])) this.paint(piece);
    this.haloed = pieces.length === 1 ? pieces[0]! : null;
    this.drawHalo();
  }

  private paint(piece: number): void {
    const color = new Color(this.colors[piece]!);
    if (this.lit.has(piece)) color.lerp(new Color(1, 1, 1), 0.45);
    this.surfaces.paint(piece, color);
    this.frames.paint(piece, color);
  }

  private drawHalo(): void {
    const piece = this.haloed;
    this.halo.visible = piece !== null && this.surfaces.shows(piece);
    if (piece === null) return;
    this.halo.geometry = this.shape(cellsOf(this.placements[piece]!)).outline;
    this.halo.position.set(...add(this.board.center(this.placements[piece]![1]!), this.offsets[piece]!));
  }

  /** The colour of the line around a lit piece. */
  setInk(color: string): void {
    this.halo.material.color.set(color);
  }

  setWireframe(on: boolean): void {
    this.surfaces.visible = !on;
    this.frames.visible = on;
  }

  /** From 0 to 1. */
  setOpacity(opacity: number): void {
    for (const material of [this.skin, this.rods]) {
      material.opacity = opacity;
      material.transparent = opacity < 1;
      material.depthWrite = opacity === 1;
      material.needsUpdate = true;
    }
    this.surfaces.castsShadows = opacity === 1;
  }

  /** The nearest visible piece that a ray meets. */
  pick(ray: Raycaster): number | null {
    return this.surfaces.pick(ray);
  }
}

function geometryOf(surface: Surface): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(surface.positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(surface.normals), 3));
  geometry.setIndex(new BufferAttribute(new Uint32Array(surface.indices), 1));
  return geometry;
}

/** Many meshes of one material, drawn together; it grows as it needs to. */
class Batch {
  private readonly mesh: BatchedMesh;
  private vertices = { used: 0, room: 4096 };
  private indices = { used: 0, room: 8192 };
  private instances = 0;
  private count = 0;
  private readonly matrix = new Matrix4();

  constructor(material: Material, parent: Object3D) {
    this.mesh = new BatchedMesh(64, this.vertices.room, this.indices.room, material);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false; // each of its meshes is culled on its own
    parent.add(this.mesh);
  }

  set visible(visible: boolean) {
    this.mesh.visible = visible;
  }

  set castsShadows(casts: boolean) {
    this.mesh.castShadow = casts;
  }

  /** Keep a geometry; its number. */
  make(geometry: BufferGeometry): number {
    this.vertices.used += geometry.getAttribute("position").count;
    this.indices.used += geometry.getIndex()!.count;
    if (this.vertices.used > this.vertices.room || this.indices.used > this.indices.room) {
      for (const buffer of [this.vertices, this.indices]) buffer.room = Math.max(buffer.room, 2 * buffer.used);
      this.mesh.setGeometrySize(this.vertices.room, this.indices.room);
    }
    return this.mesh.addGeometry(geometry);
  }

  /** Draw these geometries, and no others. */
  take(geometries: readonly number[]): void {
    if (geometries.length > this.mesh.maxInstanceCount) this.mesh.setInstanceCount(2 * geometries.length);
    geometries.forEach((geometry, n) => {
      if (n < this.instances) this.mesh.setGeometryIdAt(n, geometry);
      else this.instances = this.mesh.addInstance(geometry) + 1;
    });
    for (let n = geometries.length; n < this.count; n++) this.mesh.setVisibleAt(n, false);
    this.count = geometries.length;
  }

  put(n: number, at: Vec): void {
    this.mesh.setMatrixAt(n, this.matrix.makeTranslation(...at));
  }

  show(n: number, visible: boolean): void {
    this.mesh.setVisibleAt(n, visible);
  }

  shows(n: number): boolean {
    return this.mesh.getVisibleAt(n);
  }

  paint(n: number, color: Color): void {
    this.mesh.setColorAt(n, color);
  }

  pick(ray: Raycaster): number | null {
    const found: Intersection[] = [];
    this.mesh.raycast(ray, found);
    const nearest = found.reduce<Intersection | null>((a, b) => (a && a.distance <= b.distance ? a : b), null);
    return nearest?.batchId ?? null;
  }
}
