import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'baseline-widely-available',
    // The Content-Security-Policy names 'self' only: a font or picture inlined as data: would be refused.
    assetsInlineLimit: 0,
  },
});
