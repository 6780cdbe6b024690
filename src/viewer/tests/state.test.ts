import assert from "node:assert/strict";
import { test } from "node:test";

import { START, type View, fromHash, toHash } from "../src/state";

test("the start has no address, and no address is the start", () => {
  assert.equal(toHash(START), "");
  assert.deepEqual(fromHash(""), START);
  assert.deepEqual(fromHash("#"), START);
});

test("a view comes back from its address", () => {
  const view: View = {
    solution: 2,
    explode: 40,
    wireframe: true,
    opacity: 35,
    shown: 7,
    hidden: [0, 4],
    camera: { azimuth: -0.5, polar: 1.25, distance: 3.5, target: [0.1, 0, -2] },
  };
  assert.equal(
    toHash(view),
    "solution=3&explode=40&wireframe=1&opacity=35&shown=7&hidden=0.4&camera=-0.5,1.25,3.5,0.1,0,-2",
  );
  assert.deepEqual(fromHash(`#${toHash(view)}`), view);
});

test("nonsense in an address is passed over", () => {
  const hash = "#solution=0&explode=900&wireframe=yes&opacity=-4&shown=x&hidden=a.2.2.-1&camera=1,2,3&<b>";
  assert.deepEqual(fromHash(hash), { ...START, explode: 100, hidden: [2] });
  for (const camera of ["NaN,1,1,0,0,0", "0,1,,0,0,0", "0,9,1,0,0,0", "0,1,-1,0,0,0", "0,1,1e9,0,0,0", "Infinity,1,1,0,0,0"]) {
    assert.equal(fromHash(`camera=${camera}`).camera, null, camera);
  }
});
