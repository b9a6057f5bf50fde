import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { documents } from './scripts/documents.mjs';

const api = process.env.TIDEMARK_API ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [react(), documents()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { host: '127.0.0.1', fs: { allow: ['..'] }, proxy: { '/api': api, '/sign-in': api } },
  preview: { host: '127.0.0.1', proxy: { '/api': api, '/sign-in': api } },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 500,
  },
  test: {
    restoreMocks: true,
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
