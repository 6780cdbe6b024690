// node bundle.mjs FILE: the page without a puzzle, in one file: markup, style and script, with nothing left to fetch.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
if (!output) {
  console.error("usage: node bundle.mjs FILE");
  process.exit(2);
}

async function bundle(entry) {
  const options = { bundle: true, minify: true, write: false, legalComments: "eof", charset: "ascii" };
  const { outputFiles } = await build({
    ...options,
    entryPoints: [join(here, entry)],
    format: "iife",
    target: ["es2022", "chrome111", "firefox113", "safari16.4"],
  });
  return outputFiles[0].text.trim();
}

const script = await bundle("src/main.ts");
if (/<\/script|<!--/i.test(script)) throw new Error("the script holds what would end its element");
const style = await bundle("page.css");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
// Programs that drive a browser wait by evaluating expressions; the page itself evaluates nothing.
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'unsafe-eval'`,
  `style-src ${hash(style)}`,
  "img-src blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const parts = { policy, style, script };
const page = readFileSync(join(here, "page.html"), "utf8").replace(
  /\{\{(policy|style|script)\}\}/g,
  (_, name) => parts[name],
);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);
