import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = process.env.TIDEMARK_API ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/sign-in': api } },
  preview: { host: '127.0.0.1', proxy: { '/api': api, '/sign-in': api } },
  build: { target: 'es2022', manifest: true, chunkSizeWarningLimit: 500 },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
  },
});
