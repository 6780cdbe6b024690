/** Building an arrangement up, piece by piece. */

import { type Viewer, calm } from "./viewer";

/** Milliseconds in all, and for one piece. */
const PACE = { all: 30_000, most: 900, least: 60 };

export class Player {
  onChange: () => void = () => {};
  private run = 0;
  private live: { cancel: () => void } | null = null;

  constructor(private readonly viewer: Viewer) {}

  get playing(): boolean {
    return this.live !== null;
  }

  toggle(): void {
    if (this.playing) this.stop();
    else void this.play();
  }

  /** The piece that is on its way arrives at once. */
  stop(): void {
    if (!this.live) return;
    this.run++;
    this.live.cancel();
    this.live = null;
    this.viewer.setShown(this.viewer.shown);
    this.onChange();
  }

  private async play(): Promise<void> {
    const { viewer } = this;
    if (!viewer.total) return;
    const mine = ++this.run;
    const each = Math.max(PACE.least, Math.min(PACE.most, PACE.all / viewer.total));
    let shown = viewer.shown < viewer.total ? viewer.shown : 0;
    while (shown < viewer.total) {
      shown++;
      // Those that lock one another come together, since none can come alone.
      shown = Math.max(shown, viewer.order.locked);
      const slide = this.step(shown, each);
      this.onChange();
      await slide;
      if (mine !== this.run) return;
    }
    this.live = null;
    this.onChange();
  }

  private step(shown: number, each: number): Promise<void> {
    const travel = calm(0.7);
    this.viewer.setShown(shown, travel ? 0 : 1);
    const animation = this.viewer.stage.animate(each, (part) => {
      if (travel) this.viewer.setShown(shown, Math.min(1, part / travel));
    });
    this.live = animation;
    return animation.done;
  }
}
