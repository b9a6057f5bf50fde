import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { documents } from './scripts/documents.mjs';
import { preloaded } from './scripts/preloaded.mjs';

const source = fileURLToPath(new URL('./src', import.meta.url));
const api = process.env.TIDEMARK_API ?? 'http://127.0.0.1:8000';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What pages share and what draws without Recharts, which weighs as much as all the rest. */
function isShared(id: string, modules: Modules): boolean {
  return /src[\\/](ui|units|api)[\\/]|radix-ui/.test(id) || (/src[\\/]charts[\\/]/.test(id) && !usesRecharts(id, modules));
}

/** React, the router and the frame of every page, with all that these import: one file, loaded at once. */
function isOfStart(id: string, modules: Modules): boolean {
  startFiles ??= importedFrom(`${source}/app/start.tsx`, modules);
  return startFiles.has(id);
}

let startFiles: Set<string> | undefined;

function importedFrom(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const one of modules.getModuleInfo(id)?.importedIds ?? []) importedFrom(one, modules, found);
  return found;
}

function usesRecharts(id: string, modules: Modules): boolean {
  if (/node_modules/.test(id)) return /node_modules[\\/]recharts/.test(id);
  return (modules.getModuleInfo(id)?.importedIds ?? []).some((one) => usesRecharts(one, modules));
}

export default defineConfig({
  plugins: [react(), documents(), preloaded('src/app/start.tsx')],
  resolve: { alias: { '@': source } },
  server: { host: '127.0.0.1', fs: { allow: ['..'] }, proxy: { '/api': api, '/sign-in': api } },
  preview: { host: '127.0.0.1', proxy: { '/api': api, '/sign-in': api } },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What many pages share comes in few files: fifty small ones cost a page more than they weigh.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 4 },
            { name: (id, modules) => (isOfStart(id, modules) ? 'start' : null), priority: 3 },
            { name: (id, modules) => (isShared(id, modules) ? 'ui' : null), priority: 2 },
            { name: 'charts', test: /recharts|src[\\/]charts[\\/]/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    // files share a page and what they import, which halves the work; setup.ts leaves nothing behind
    isolate: false,
    maxWorkers: '100%', // the default keeps a core for a watching editor: half the speed of two
    css: { include: [/tokens\.css/], modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      // Pure functions need no page around them, which starts ten times faster.
      { extends: true, test: { name: 'model', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
