import type { Plugin } from 'vite';

const NAME = 'virtual:client-files';
const CLIENT = /[\\/]@supabase[\\/]postgrest-js[\\/]/;

/**
 * Tells the prerendered pages the name of the file with the server's client. The app asks for it only while it runs, so
 * the router doesn't name it, and it would be found last. Works because the browser's files are built first.
 */
export function clientFiles(): Plugin {
  let supabase: string | null = null;
  return {
    name: 'client-files',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const found = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => CLIENT.test(id)),
      );
      if (found === undefined) throw new Error('no file of the app has postgrest-js');
      supabase = `/${found.fileName}`;
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export const SUPABASE_FILE = ${JSON.stringify(supabase)};` : null),
  };
}
