import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { clientFiles } from './client-files.ts';
import { compileTexts } from './compile-texts.ts';
import { groupModules } from './group-modules.ts';
import { loadPages } from './load-pages.ts';
import { pdfFiles } from './pdf-files.ts';

export default defineConfig({
  plugins: [clientFiles(), pdfFiles(), compileTexts(), tailwindcss(), loadPages(), reactRouter()],
  build: {
    target: 'baseline-widely-available',
    // The Content-Security-Policy names 'self' only: a font or picture inlined as data: would be refused.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY, // tests hold the pages to their budgets
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: groupModules() } },
          checks: { bundlerTimings: false }, // a warning on a busy machine, about other people's plugins
        },
      },
    },
  },
  // What `?worker&url` bundles: the landing page's script, which is no worker but wants a file of its own.
  // Reading a property does nothing in our code; assumed otherwise, it would carry the whole catalogue of texts.
  worker: { rolldownOptions: { treeshake: { propertyReadSideEffects: false } } },
});
