/** The drawing surface: renderer, camera, light, and when to draw. Nothing is drawn while nothing changes. */

import {
  CircleGeometry,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  ShadowMaterial,
  Spherical,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import type { Camera } from "./state";
import type { Vec } from "./vectors";

/** The ball that the camera keeps in sight. */
export interface Extent {
  readonly middle: Vec;
  readonly radius: number;
}

export interface StageOptions {
  readonly extent: Extent;
  /** What has to be in sight at first, and how much around each of these points. */
  readonly points: readonly Vec[];
  readonly margin: number;
  /** The height of the ground. */
  readonly floor: number;
  readonly shadows: boolean;
  /** How the page opens. */
  readonly azimuth: number;
  readonly polar: number;
}

const FIELD_OF_VIEW = 28;

/** Frames of a motion that come further apart than this, in milliseconds, are too slow. */
const SLOW = 45;

export class Stage {
  readonly scene = new Scene();
  /** What casts shadows and is looked at. */
  readonly world = new Group();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 1000);
  /** Called when the camera has been moved by a person. */
  onMove: () => void = () => {};
  /** Frames drawn so far. */
  frames = 0;

  private readonly renderer: WebGLRenderer;
  private readonly orbit: OrbitControls;
  private extent: Extent;
  private readonly key = new DirectionalLight(0xfff8ee, 1.9);
  private readonly fill = new DirectionalLight(0xffffff, 0.9);
  private readonly sky = new HemisphereLight(0xffffff, 0xb4ada4, 1.5);
  private wanted = false;
  private moved = false;
  /** How many motions are under way: a person turns the view, pieces move. */
  private motions = 0;
  /** The time between frames of motions, smoothed, and the last such frame. */
  private pace = 0;
  private lastFrame: number | null = null;
  private coarse = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: StageOptions,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = options.shadows;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.extent = options.extent;
    this.scene.add(this.world, this.sky, this.key, this.key.target, this.camera);
    this.fill.position.set(0.6, 0.4, 1);
    this.camera.add(this.fill, this.fill.target);
    this.fill.target.position.set(0, 0, -1);
    this.layGround();
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = false;
    this.orbit.addEventListener("change", () => {
      this.moved = true;
      this.request();
    });
    this.orbit.addEventListener("start", () => this.move(1));
    this.orbit.addEventListener("end", () => {
      this.move(-1);
      this.onMove();
    });
    this.setCamera(null);
    this.light();
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  /** Draw soon; `changed`: what casts shadows has changed, too. */
  request(changed = false): void {
    if (changed) this.renderer.shadowMap.needsUpdate = true;
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame((now) => {
      this.wanted = false;
      if (this.motions && this.lastFrame !== null) this.pace += 0.3 * (now - this.lastFrame - this.pace);
      this.lastFrame = this.motions ? now : null;
      this.setCoarse(this.motions > 0 && this.pace > SLOW);
      this.draw();
    });
  }

  /** Begin or end a motion. Where the machine is slow there are fewer pixels until the last one ends. */
  private move(by: 1 | -1): void {
    this.motions += by;
    if (!this.motions && this.coarse) {
      this.pace = Math.max(this.pace, 1.5 * SLOW); // it was slow before the frames were coarse, and will be again
      this.request();
    }
  }

  private setCoarse(coarse: boolean): void {
    if (coarse === this.coarse) return;
    this.coarse = coarse;
    this.renderer.setPixelRatio(this.pixelRatio());
  }

  private pixelRatio(): number {
    return Math.min(window.devicePixelRatio, 2) * (this.coarse ? 0.4 : 1);
  }

  private draw(): void {
    this.renderer.render(this.scene, this.camera);
    this.frames++;
  }

  /** The colour behind everything. */
  setBackground(color: string): void {
    this.scene.background = new Color(color);
    this.request();
  }

  /** Look at a smaller or larger ball from the same side, as closely as before. */
  setExtent(extent: Extent): void {
    const before = this.extent;
    const by = extent.radius / before.radius;
    const carry = (point: Vector3): Vector3 =>
      point
        .sub(new Vector3(...before.middle))
        .multiplyScalar(by)
        .add(new Vector3(...extent.middle));
    carry(this.camera.position);
    carry(this.orbit.target);
    this.extent = extent;
    this.light();
    this.orbit.update();
    this.request(true);
  }

  /** Where the camera is, or null where it is as at the start. */
  getCamera(): Camera | null {
    if (!this.moved) return null;
    const { radius, middle } = this.extent;
    const ball = new Spherical().setFromVector3(this.camera.position.clone().sub(this.orbit.target));
    const target = this.orbit.target.clone().sub(new Vector3(...middle)).divideScalar(radius);
    return { azimuth: ball.theta, polar: ball.phi, distance: ball.radius / radius, target: target.toArray() };
  }

  /** Put the camera there; null for the start. */
  setCamera(camera: Camera | null): void {
    const { azimuth, polar, distance, target } = camera ?? {
      azimuth: this.options.azimuth,
      polar: this.options.polar,
      distance: this.fitting(),
      target: [0, 0, 0] as const,
    };
    const { middle, radius } = this.extent;
    const eye = this.orbit?.target ?? new Vector3();
    eye.set(...target).multiplyScalar(radius).add(new Vector3(...middle));
    this.camera.position.setFromSphericalCoords(distance * radius, polar, azimuth).add(eye);
    this.camera.lookAt(eye);
    this.orbit?.update();
    this.moved = camera !== null;
    this.request();
  }

  /** Turn about the board by these angles. */
  turn(right: number, up: number): void {
    this.orbit.rotateLeft(right);
    this.orbit.rotateUp(up);
    this.orbit.update();
    this.onMove();
  }

  zoom(by: number): void {
    if (by > 1) this.orbit.dollyIn(by);
    else this.orbit.dollyOut(1 / by);
    this.orbit.update();
    this.onMove();
  }

  /** Do this on every frame for so many milliseconds, with what part of them has passed. */
  animate(duration: number, step: (part: number) => void): { cancel: () => void; done: Promise<void> } {
    let live = true;
    let finish = (): void => {};
    this.move(1);
    const done = new Promise<void>((resolve) => (finish = resolve)).then(() => this.move(-1));
    const start = performance.now();
    const tick = (now: number): void => {
      if (!live) return finish();
      const part = duration > 0 ? Math.min(1, Math.max(0, (now - start) / duration)) : 1;
      step(part);
      if (part < 1) requestAnimationFrame(tick);
      else finish();
    };
    if (duration > 0) requestAnimationFrame(tick);
    else tick(start);
    return { cancel: () => (live = false), done };
  }

  /** What is to be seen now, as a PNG. */
  picture(): Promise<Blob | null> {
    this.setCoarse(false);
    this.draw();
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  /** How many radii away all points are just in sight, seen from where the page opens. */
  private fitting(): number {
    const { azimuth, polar, points, margin, extent } = this.options;
    const high = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const wide = high * this.camera.aspect;
    const back = new Vector3().setFromSphericalCoords(1, polar, azimuth);
    const right = new Vector3(Math.cos(azimuth), 0, -Math.sin(azimuth));
    const up = new Vector3().crossVectors(back, right);
    const middle = new Vector3(...extent.middle);
    let farthest = 0;
    for (const point of points) {
      const at = new Vector3(...point).sub(middle);
      const [x, y, z] = [at.dot(right), at.dot(up), at.dot(back)];
      farthest = Math.max(farthest, z + (Math.abs(x) + margin) / wide, z + (Math.abs(y) + margin) / high);
    }
    return (1.08 * farthest) / extent.radius;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setPixelRatio(this.pixelRatio());
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    if (!this.moved) this.setCamera(null);
    this.draw();
  }

  private light(): void {
    const { middle, radius } = this.extent;
    this.camera.near = radius / 50;
    this.camera.far = radius * 60;
    this.camera.updateProjectionMatrix();
    if (this.orbit) [this.orbit.minDistance, this.orbit.maxDistance] = [radius * 0.3, radius * 30];
    this.key.target.position.set(...middle);
    this.key.position.set(middle[0] - 0.9 * radius, middle[1] + 2.4 * radius, middle[2] + 1.5 * radius);
    if (!this.options.shadows) return;
    this.key.castShadow = true;
    const { camera, mapSize } = this.key.shadow;
    mapSize.set(2048, 2048);
    [camera.left, camera.right, camera.bottom, camera.top] = [-1.3 * radius, 1.3 * radius, -1.3 * radius, 1.3 * radius];
    [camera.near, camera.far] = [0.1 * radius, 6 * radius];
    camera.updateProjectionMatrix();
    this.key.shadow.normalBias = 0.03;
    this.key.shadow.radius = 6;
  }

  private layGround(): void {
    const { extent, floor } = this.options;
    const ground = new Mesh(new CircleGeometry(extent.radius * 5, 48), new ShadowMaterial({ opacity: 0.16 }));
    ground.rotation.x = -Math.PI / 2;
    ground.position.set(extent.middle[0], floor, extent.middle[2]);
    ground.receiveShadow = true;
    this.scene.add(ground);
  }
}
