import type { Plugin } from 'vite';

const NAME = 'virtual:client-files';
const FILES = {
  CLIENT_FILE: /[\\/]@supabase[\\/]postgrest-js[\\/]/,
  AUTH_FILE: /[\\/]@supabase[\\/]auth-js[\\/]/,
};

/**
 * Tells the prerendered pages the names of the files with the server's clients. The app asks for them only while it runs,
 * so the router doesn't name them, and they would be found last. Works because the browser's files are built first.
 */
export function clientFiles(): Plugin {
  let names: (readonly [string, string | null])[] = Object.keys(FILES).map((name) => [name, null]);
  return {
    name: 'client-files',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      names = Object.entries(FILES).map(([name, client]) => {
        const found = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => client.test(id)),
        );
        if (found === undefined) throw new Error(`no file of the app is the ${name}`);
        return [name, `/${found.fileName}`];
      });
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}`
        ? names.map(([name, file]) => `export const ${name} = ${JSON.stringify(file)};`).join('\n')
        : null,
  };
}
