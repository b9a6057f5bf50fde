// Prints the compressed size of what the first page loads and of every lazy chunk; fails over budget.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 250;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const kilobytes = (file) => gzipSync(readFileSync(new URL(file, dist))).length / 1000;

function staticFiles(key, found = new Set()) {
  const chunk = manifest[key];
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) staticFiles(imported, found);
  return found;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
// the first script loads the frame of every page at once
const start = Object.keys(manifest).find((key) => manifest[key].name === 'start' && manifest[key].imports);
const first = staticFiles(start, staticFiles(entry));
const scripts = [...new Set(Object.values(manifest).map((chunk) => chunk.file))].filter((file) =>
  file.endsWith('.js'),
);
let total = 0;
for (const file of scripts) {
  const size = kilobytes(file);
  if (first.has(file)) total += size;
  console.log(`${size.toFixed(1).padStart(8)} kB  ${first.has(file) ? 'first' : 'lazy '}  ${file}`);
}
console.log(`${total.toFixed(1).padStart(8)} kB  first-load JavaScript, gzip (budget ${BUDGET_KB} kB)`);
if (total > BUDGET_KB) process.exit(1);
