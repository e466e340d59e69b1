import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import * as z from 'zod';

const NAME = 'virtual:pdf-files';

/**
 * The worker of pdf.js, for browsers as old as those of our other code, and what it asks for while it draws: tables of Chinese, Japanese and Korean fonts, stand-ins for fonts that a file
 * doesn't bring along, and decoders of pictures as plain JavaScript, since our pages allow no WebAssembly.
 */
const FILES = [
  'legacy/build/pdf.worker.min.mjs',
  'cmaps/*.bcmap',
  'standard_fonts/*.{pfb,ttf}',
  'wasm/{openjpeg,jbig2}_nowasm_fallback.js',
];

/** Serves the files of pdf.js from our own origin, under its version, so that they can be cached for ever. */
export function pdfFiles(): Plugin {
  const description = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(description, 'utf8')));
  const folder = `assets/pdfjs-${version}`;
  return {
    name: 'pdf-files',
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const path of globSync(FILES, { cwd: dirname(description) })) {
        const source = readFileSync(join(dirname(description), path));
        this.emitFile({ type: 'asset', fileName: `${folder}/${path.replaceAll('\\', '/')}`, source });
      }
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export const PDF_FILES = ${JSON.stringify(`/${folder}/`)};` : null),
  };
}
