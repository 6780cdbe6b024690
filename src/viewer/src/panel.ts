/** The buttons, sliders and boxes: they show the view, and change it. */

import { byId } from "./elements";
import type { Player } from "./player";
import type { Viewer } from "./viewer";

export class Panel {
  private readonly count = byId("count", HTMLElement);
  private readonly number = byId("number", HTMLInputElement);
  private readonly previous = byId("previous", HTMLButtonElement);
  private readonly next = byId("next", HTMLButtonElement);
  private readonly explode = byId("explode", HTMLInputElement);
  private readonly opacity = byId("opacity", HTMLInputElement);
  private readonly shown = byId("shown", HTMLInputElement);
  private readonly wireframe = byId("wireframe", HTMLInputElement);
  private readonly play = byId("play", HTMLButtonElement);
  private readonly order = byId("order", HTMLElement);
  private readonly canvas = byId("view", HTMLCanvasElement);
  private orderDue = 0;

  constructor(
    private readonly viewer: Viewer,
    private readonly player: Player,
  ) {
    const go = (by: number) => () => {
      player.stop();
      viewer.goTo(viewer.view.solution + by);
    };
    this.previous.addEventListener("click", go(-1));
    this.next.addEventListener("click", go(1));
    this.number.addEventListener("change", () => {
      const wanted = this.number.valueAsNumber;
      player.stop();
      viewer.goTo(Number.isFinite(wanted) ? Math.round(wanted) - 1 : viewer.view.solution);
    });
    this.explode.addEventListener("input", () => viewer.setExplode(this.explode.valueAsNumber));
    this.opacity.addEventListener("input", () => viewer.setOpacity(this.opacity.valueAsNumber));
    this.wireframe.addEventListener("change", () => viewer.setWireframe(this.wireframe.checked));
    this.shown.addEventListener("input", () => {
      const wanted = this.shown.valueAsNumber;
      player.stop();
      viewer.setShown(wanted);
    });
    this.play.addEventListener("click", () => player.toggle());
    byId("reset", HTMLButtonElement).addEventListener("click", () => this.reset());
    byId("picture", HTMLButtonElement).addEventListener("click", () => void savePicture(viewer));
    const full = byId("full", HTMLButtonElement);
    full.hidden = !document.fullscreenEnabled;
    full.addEventListener("click", () => void toggleFullScreen());
    document.addEventListener("fullscreenchange", () => this.update());
  }

  reset(): void {
    this.player.stop();
    this.viewer.reset();
  }

  /** Show the view as it is now. */
  update(): void {
    const { viewer } = this;
    const { data } = viewer;
    const { solution, explode, opacity, wireframe } = viewer.view;
    const text = viewer.count
      ? `Solution ${(solution + 1).toLocaleString("en")} of ${viewer.count.toLocaleString("en")}`
      : data.remark || "No solution";
    setText(this.count, text);
    this.canvas.setAttribute("aria-label", `${data.title}. ${text}: ${viewer.shown} of ${viewer.total} pieces`);
    this.number.max = String(viewer.count);
    this.number.value = viewer.count ? String(solution + 1) : "";
    this.number.disabled = viewer.count < 2;
    this.previous.disabled = solution === 0;
    this.next.disabled = solution + 1 >= viewer.count;
    setSlider(this.explode, explode, `${explode} %`);
    setSlider(this.opacity, opacity, `${opacity} %`);
    this.shown.max = String(viewer.total);
    this.shown.disabled = this.play.disabled = !viewer.total;
    setSlider(this.shown, viewer.shown, `${viewer.shown} of ${viewer.total}`);
    this.wireframe.checked = wireframe;
    this.play.setAttribute("aria-pressed", String(this.player.playing));
    byId("full", HTMLButtonElement).setAttribute("aria-pressed", String(document.fullscreenElement !== null));
    this.tellOrder();
  }

  /** The order takes a moment to find on large boards; it waits until nobody steps any more. */
  private tellOrder(): void {
    window.clearTimeout(this.orderDue);
    this.orderDue = window.setTimeout(() => setText(this.order, describeOrder(this.viewer)), 120);
  }
}

export function describeOrder({ order, total, data }: Viewer): string {
  if (!total) return "";
  if (data.flat) return "Each piece is put in from above.";
  if (!order.locked) return "Each piece slides in along a straight line, in this order.";
  const rest = total - order.locked;
  const who = rest ? `${order.locked} of the pieces lock one another: they` : "The pieces lock one another: they";
  const then = rest ? ` The other ${rest} then slide in one by one.` : "";
  return `${who} cannot be put in one at a time along straight lines, and appear together.${then}`;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function setSlider(slider: HTMLInputElement, value: number, said: string): void {
  slider.value = String(value);
  slider.setAttribute("aria-valuetext", said);
  const max = Number(slider.max);
  slider.style.setProperty("--part", `${max ? (100 * (value - Number(slider.min))) / (max - Number(slider.min)) : 0}%`);
  setText(byId(`${slider.id}-said`, HTMLElement), said);
}

async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // A browser may refuse; nothing changes then.
  }
}

async function savePicture(viewer: Viewer): Promise<void> {
  const picture = await viewer.stage.picture();
  if (!picture) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = `${viewer.data.model || "puzzle"}-${viewer.view.solution + 1}.png`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
