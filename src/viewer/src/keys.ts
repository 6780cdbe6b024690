/** The keyboard: what the buttons do, without them. */

import type { Panel } from "./panel";
import type { Player } from "./player";
import type { Viewer } from "./viewer";

const TURN = Math.PI / 12;
const EXPLODED = 60;

export function listenToKeys(viewer: Viewer, player: Player, panel: Panel): void {
  const go = (by: number) => (): void => {
    player.stop();
    viewer.goTo(viewer.view.solution + by);
  };
  const plain: Record<string, () => void> = {
    ArrowLeft: go(-1),
    ArrowRight: go(1),
    e: () => viewer.setExplode(viewer.view.explode ? 0 : EXPLODED, true),
    w: () => viewer.setWireframe(!viewer.view.wireframe),
    r: () => panel.reset(),
    " ": () => player.toggle(),
    "+": () => viewer.stage.zoom(1.15),
    "=": () => viewer.stage.zoom(1.15),
    "-": () => viewer.stage.zoom(1 / 1.15),
  };
  const shifted: Record<string, () => void> = {
    ArrowLeft: () => viewer.stage.turn(TURN, 0),
    ArrowRight: () => viewer.stage.turn(-TURN, 0),
    ArrowUp: () => viewer.stage.turn(0, TURN),
    ArrowDown: () => viewer.stage.turn(0, -TURN),
    "+": () => viewer.stage.zoom(1.15),
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || hasOwnUse(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = (event.shiftKey ? (shifted[key] ?? (/[a-z]/.test(key) ? plain[key] : undefined)) : plain[key]);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Whether the focused control needs this key itself: arrows on a slider, space on a button, anything in a text. */
function hasOwnUse({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "number") return true;
  if (target instanceof HTMLInputElement && target.type === "range") return key.startsWith("Arrow");
  return key === " " && target.matches("button, input, summary");
}
