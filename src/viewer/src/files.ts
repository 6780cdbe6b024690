/** Other solutions from a file: dropped on the page, or chosen. */

import { byId } from "./elements";
import { FileError, readSolutions } from "./solutions";
import type { Viewer } from "./viewer";

export function acceptFiles(viewer: Viewer, beforeLoad: () => void): void {
  const veil = byId("drop", HTMLElement);
  const message = byId("message", HTMLElement);
  const chooser = byId("chooser", HTMLInputElement);

  const load = async (file: File | undefined): Promise<void> => {
    veil.hidden = true;
    if (!file) return;
    try {
      const solutions = readSolutions(viewer.board, await file.text());
      if (!solutions.length) throw new FileError("This file holds no solution.");
      beforeLoad();
      viewer.setSolutions(solutions);
      message.textContent = `${solutions.length.toLocaleString("en")} solution${solutions.length > 1 ? "s" : ""} from ${file.name}`;
      message.className = "good";
    } catch (error) {
      message.textContent = error instanceof FileError ? error.message : `${file.name} cannot be read.`;
      message.className = "bad";
    }
  };

  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    veil.hidden = false;
  });
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) veil.hidden = true;
  });
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    void load(event.dataTransfer?.files[0]);
  });
  byId("open", HTMLButtonElement).addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", () => {
    void load(chooser.files?.[0]);
    chooser.value = "";
  });
}
