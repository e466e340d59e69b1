import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Loads the pages' code before the first page is prerendered. The router gives each page ten seconds, whose length
 * nobody can choose, and on a busy machine the loading alone could take them.
 */
export function loadPages(): Plugin {
  return {
    name: 'load-pages',
    configurePreviewServer: async ({ config }) => {
      await import(pathToFileURL(join(config.root, 'build/server/index.js')).href);
    },
  };
}
