/** Starts the page. */

import { Address } from "./address";
import type { PageData } from "./data";
import { byId } from "./elements";
import { acceptFiles } from "./files";
import { listenToKeys } from "./keys";
import { Legend } from "./legend";
import { Panel } from "./panel";
import { Player } from "./player";
import { Pointer } from "./pointer";
import { followTheme } from "./theme";
import { Viewer } from "./viewer";

function start(): void {
  const data = JSON.parse(byId("data", HTMLScriptElement).textContent ?? "") as PageData;
  byId("title", HTMLElement).textContent = data.title;
  const canvas = byId("view", HTMLCanvasElement);
  let viewer: Viewer;
  try {
    viewer = new Viewer(data, canvas);
  } catch (error) {
    byId("message", HTMLElement).className = "bad";
    byId("message", HTMLElement).textContent = "This browser cannot draw in three dimensions: WebGL 2 is missing.";
    throw error;
  }
  // Where there is little room, or the list would be long, it waits to be opened.
  byId("legend", HTMLDetailsElement).open = window.innerWidth > 700 && data.pieces.length <= 16;
  const player = new Player(viewer);
  const panel = new Panel(viewer, player);
  const legend = new Legend(viewer);
  const pointer = new Pointer(viewer);
  const address = new Address(viewer);
  let seen = viewer.arrangement;
  viewer.onChange = () => {
    if (seen !== viewer.arrangement) pointer.forget();
    seen = viewer.arrangement;
    panel.update();
    legend.update();
    address.write();
  };
  player.onChange = () => panel.update();
  viewer.stage.onMove = () => address.write();
  acceptFiles(viewer, () => player.stop());
  listenToKeys(viewer, player, panel);
  followTheme(viewer);
  address.read();
}

start();
