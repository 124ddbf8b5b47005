// Builds the page into src/server/web/built, or, with --check, says whether it is what is there.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";

const folder = new URL("../src/server/web/built/", import.meta.url);

const bundle = await build({
  entryPoints: [new URL("src/main.ts", import.meta.url).pathname],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  write: false,
});
const licence = await readFile(new URL("node_modules/three/LICENSE", import.meta.url), "utf8");
const files = {
  "index.html": await readFile(new URL("index.html", import.meta.url), "utf8"),
  "viewer.css": await readFile(new URL("viewer.css", import.meta.url), "utf8"),
  "viewer.js": bundle.outputFiles[0].text,
  "licences.txt": `viewer.js has parts of three.js (https://threejs.org):\n\n${licence}`,
};

const stale = [];
await mkdir(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) {
  const path = new URL(name, folder);
  const known = await readFile(path, "utf8").catch(() => "");
  if (known !== content) {
    stale.push(name);
    if (!process.argv.includes("--check")) await writeFile(path, content);
  }
}
if (process.argv.includes("--check") && stale.length > 0) {
  console.error(`not as viewer/ builds them: ${stale.join(", ")}; run 'make viewer'`);
  process.exit(1);
}
console.log(stale.length > 0 ? `written: ${stale.join(", ")}` : "up to date");
