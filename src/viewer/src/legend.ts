/** The list of pieces: which colour is whose, how many there are, and a box for each to hide it. */

import { byId } from "./elements";
import { colorsOf } from "./colors";
import type { Viewer } from "./viewer";

export class Legend {
  private readonly list = byId("pieces", HTMLUListElement);
  private readonly all = byId("show-all", HTMLButtonElement);
  private readonly rows = new Map<number, { box: HTMLInputElement; count: HTMLElement; swatches: HTMLElement; row: HTMLElement }>();
  private drawnFor: unknown = null;

  constructor(private readonly viewer: Viewer) {
    this.all.addEventListener("click", () => viewer.showAll());
    viewer.data.pieces.forEach((piece, kind) => {
      const row = document.createElement("li");
      const label = document.createElement("label");
      const box = document.createElement("input");
      const swatches = document.createElement("span");
      const name = document.createElement("span");
      const count = document.createElement("span");
      box.type = "checkbox";
      box.checked = true;
      swatches.className = "swatches";
      swatches.setAttribute("aria-hidden", "true");
      name.className = "piece-name";
      name.textContent = piece.name;
      count.className = "copies";
      box.addEventListener("change", () => viewer.setHidden(kind, !box.checked));
      row.addEventListener("pointerenter", () => viewer.light({ kind }));
      row.addEventListener("pointerleave", () => viewer.light(null));
      label.append(box, swatches, name, count);
      row.append(label);
      this.list.append(row);
      this.rows.set(kind, { box, count, swatches, row });
    });
  }

  update(): void {
    const hidden = new Set(this.viewer.view.hidden);
    for (const [kind, { box }] of this.rows) box.checked = !hidden.has(kind);
    this.all.hidden = !this.viewer.anyHidden;
    if (this.drawnFor !== this.viewer.arrangement) this.drawColors();
  }

  /** The colours and numbers of this solution's pieces. */
  private drawColors(): void {
    const placements = this.viewer.arrangement;
    this.drawnFor = placements;
    const colors = colorsOf(this.viewer.board, placements);
    for (const [kind, { count, swatches, row }] of this.rows) {
      const mine = [...placements.keys()].filter((n) => placements[n]![0] === kind);
      const shades = [...new Set(mine.map((n) => colors[n]!))];
      if (!shades.length) shades.push(this.viewer.data.colors[this.viewer.data.pieces[kind]!.colors[0]!]!);
      swatches.replaceChildren(
        ...shades.slice(0, 6).map((color) => {
          const swatch = document.createElement("i");
          swatch.style.backgroundColor = color;
          return swatch;
        }),
      );
      row.classList.toggle("absent", mine.length === 0);
      count.textContent = mine.length === 1 ? "" : `× ${mine.length}`;
    }
  }
}
