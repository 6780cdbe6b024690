/** The view in the address after the #, so that it can be shared, and the other way round. */

import { fromHash, toHash } from "./state";
import type { Viewer } from "./viewer";

export class Address {
  private due = 0;
  private written = "";

  constructor(private readonly viewer: Viewer) {
    window.addEventListener("hashchange", () => {
      if (location.hash.replace(/^#/, "") !== this.written) this.read();
    });
  }

  read(): void {
    this.written = location.hash.replace(/^#/, "");
    this.viewer.setView(fromHash(location.hash));
  }

  /** Soon, since browsers refuse pages that change their address too often. */
  write(): void {
    window.clearTimeout(this.due);
    this.due = window.setTimeout(() => {
      this.written = toHash(this.viewer.view);
      try {
        history.replaceState(null, "", this.written ? `#${this.written}` : location.pathname + location.search);
      } catch {
        // A page inside another one has no address of its own.
      }
    }, 250);
  }
}
