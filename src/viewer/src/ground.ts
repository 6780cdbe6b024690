/** What is there without any piece: a tray under a flat board, the edges of a solid one, a dot for each ball. */

import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  SphereGeometry,
} from "three";

import type { Board, PageData } from "./data";
import { type Cell, surfaceOf } from "./solid";

const RIM = 0.12;
/** Heights of the tray for pieces as thick as they are, and for balls, which sink in. */
const TRAY = { tiles: { top: -0.265, bottom: -0.42 }, balls: { top: -0.2, bottom: -0.52 } };

/** The height of what everything stands on, from the lowest centre. */
export function floorOf({ flat, space }: PageData): number {
  if (flat) return TRAY[space.radius === null ? "tiles" : "balls"].bottom;
  return -0.5;
}

export class Ground {
  private readonly materials: { color: Color }[] = [];
  /** What shows where cells are free, and is in the way where none is. */
  private readonly guide: Object3D | null = null;

  constructor(board: Board, parent: Object3D) {
    if (board.data.flat) {
      parent.add(this.tray(board));
      if (board.data.space.radius !== null) parent.add(this.holes(board));
    } else {
      this.guide = board.data.space.radius === null ? this.edges(board) : this.dots(board);
      parent.add(this.guide);
    }
  }

  setGuide(visible: boolean): void {
    if (this.guide) this.guide.visible = visible;
  }

  setColor(color: string): void {
    for (const material of this.materials) material.color.set(color);
  }

  /** A slab under the cells, a little larger than they are. */
  private tray(board: Board): Object3D {
    const { top, bottom } = TRAY[board.data.space.radius === null ? "tiles" : "balls"];
    const surface = surfaceOf(cellsOfBoard(board), { gap: -RIM, bevel: 0 });
    for (let i = 1; i < surface.positions.length; i += 3) {
      surface.positions[i] = surface.positions[i]! < 0 ? bottom : top;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(surface.positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(surface.normals), 3));
    geometry.setIndex(surface.indices);
    const mesh = new Mesh(geometry, this.keep(new MeshStandardMaterial({ roughness: 0.9 })));
    mesh.receiveShadow = mesh.castShadow = true;
    return mesh;
  }

  private edges(board: Board): Object3D {
    const { edges } = surfaceOf(cellsOfBoard(board), { gap: -0.005, bevel: 0 });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(edges.flat(2)), 3));
    return new LineSegments(geometry, this.keep(new LineBasicMaterial({ transparent: true, opacity: 0.6 })));
  }

  private dots(board: Board): Object3D {
    const material = this.keep(new MeshStandardMaterial({ roughness: 0.9 }));
    const mesh = new InstancedMesh(new SphereGeometry(0.07, 10, 8), material, board.size);
    for (let cell = 0; cell < board.size; cell++) {
      mesh.setMatrixAt(cell, new Matrix4().makeTranslation(...board.center(cell)));
    }
    return mesh;
  }

  /** Where balls go on a tray. */
  private holes(board: Board): Object3D {
    const material = new MeshStandardMaterial({ color: 0x000000, transparent: true, opacity: 0.22, roughness: 1 });
    const mesh = new InstancedMesh(new CircleGeometry(0.36, 24).rotateX(-Math.PI / 2), material, board.size);
    for (let cell = 0; cell < board.size; cell++) {
      const [x, y, z] = board.center(cell);
      mesh.setMatrixAt(cell, new Matrix4().makeTranslation(x, y + TRAY.balls.top + 0.004, z));
    }
    return mesh;
  }

  private keep<M extends { color: Color }>(material: M): M {
    this.materials.push(material);
    return material;
  }
}

function cellsOfBoard(board: Board): Cell[] {
  const { solids } = board.data.space;
  return Array.from({ length: board.size }, (_, cell) => {
    const solid = solids[board.classOf(cell)]!;
    const beyond = solid.faces.map(({ step }) => (step && board.beside(cell, step)) ?? null);
    return { center: board.center(cell), solid, beyond };
  });
}
