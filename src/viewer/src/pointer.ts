/** Pointing at pieces: hovering names and lights one, a tap keeps it and offers to hide it. */

import { byId } from "./elements";
import type { Viewer } from "./viewer";

export class Pointer {
  private readonly canvas = byId("view", HTMLCanvasElement);
  private readonly tip = byId("tip", HTMLElement);
  private readonly tipName = byId("tip-name", HTMLElement);
  private readonly hide = byId("tip-hide", HTMLButtonElement);
  /** The piece that a tap has chosen, which stays named. */
  private kept: number | null = null;
  private named: number | null = null;
  private down: { x: number; y: number } | null = null;
  private due: PointerEvent | null = null;

  constructor(private readonly viewer: Viewer) {
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => this.name(this.kept));
    this.canvas.addEventListener("pointerdown", (event) => (this.down = { x: event.clientX, y: event.clientY }));
    this.canvas.addEventListener("pointerup", (event) => this.release(event));
    this.hide.addEventListener("click", () => {
      if (this.kept !== null) viewer.hidePiece(this.kept);
      this.forget();
    });
  }

  /** Nothing is named any more; for when other pieces are shown. */
  forget(): void {
    this.kept = null;
    this.name(null);
  }

  /** Looked at once a frame, however fast the pointer is; not while the view is being turned. */
  private hover(event: PointerEvent): void {
    if (event.pointerType === "touch" || event.buttons || this.kept !== null) return;
    if (!this.due) {
      requestAnimationFrame(() => {
        const latest = this.due!;
        this.due = null;
        if (this.kept === null) this.name(this.pieceUnder(latest), latest);
      });
    }
    this.due = event;
  }

  private release(event: PointerEvent): void {
    const start = this.down;
    this.down = null;
    if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) > 6) return;
    this.kept = this.pieceUnder(event);
    this.name(this.kept, event);
  }

  private pieceUnder(event: PointerEvent): number | null {
    const box = this.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    return this.viewer.pieceAt(x, y);
  }

  private name(piece: number | null, event?: PointerEvent): void {
    this.tip.hidden = piece === null;
    this.hide.hidden = this.kept === null;
    if (piece !== null) {
      const kind = this.viewer.data.pieces[this.viewer.arrangement[piece]![0]!]!;
      this.tipName.textContent = kind.name;
      if (event) {
        const box = this.canvas.getBoundingClientRect();
        this.tip.style.left = `${Math.min(event.clientX - box.left + 14, box.width - this.tip.offsetWidth - 8)}px`;
        this.tip.style.top = `${Math.max(event.clientY - box.top - this.tip.offsetHeight - 8, 8)}px`;
      }
    }
    if (piece === this.named) return;
    this.named = piece;
    this.viewer.light(piece === null ? null : { piece });
  }
}
