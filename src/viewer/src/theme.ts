/** Light or dark, as the system is: the colours are those of the style sheet. */

import type { Viewer } from "./viewer";

export function followTheme(viewer: Viewer): void {
  const apply = (): void => {
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    viewer.setTheme({ background: color("--stage"), ink: color("--ink"), ground: color("--tray") });
  };
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  apply();
}
