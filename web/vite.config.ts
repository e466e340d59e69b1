import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compileTexts } from './compile-texts.ts';

/**
 * What most pages share comes in one file. Left alone, each icon and each part of the ui kit is a file of its own:
 * 92 requests for the dashboard instead of 55. Dialogs stay out, because the library behind them is not needed before one
 * opens, and so does what only the public pages show and say.
 */
const kit = {
  name: 'kit',
  test: /web[\\/]src[\\/](lib|texts|ui)[\\/](?!dialog|form-dialog|pack-|pages|public-|session-links|en[\\/](landing|packs|policies|pricing|public|redeem))|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
  minShareCount: 5,
};

export default defineConfig({
  plugins: [compileTexts(), tailwindcss(), reactRouter()],
  build: {
    target: 'baseline-widely-available',
    // The Content-Security-Policy names 'self' only: a font or picture inlined as data: would be refused.
    assetsInlineLimit: 0,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [kit] } } } } },
  },
  // What `?worker&url` bundles: the landing page's script, which is no worker but wants a file of its own.
  // Reading a property does nothing in our code; assumed otherwise, it would carry the whole catalogue of texts.
  worker: { rolldownOptions: { treeshake: { propertyReadSideEffects: false } } },
});
