import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Built pages of the app, all of which ask for the session as soon as their code is there. */
const APP_PAGES = ['dashboard', 'projects', 'settings', 'trash'];

/**
 * Names in the app's pages what their code asks for first: the client of the platform and the configuration. Found by
 * the code alone they would be one more round trip to the server, before anybody knows who is here.
 */
export async function nameAhead(folder: string): Promise<void> {
  const [client, ...others] = globSync('assets/client-*.js', { cwd: folder });
  if (client === undefined || others.length > 0)
    throw new Error('the build has no file, or several, of the client');
  const links = [
    `<link rel="modulepreload" href="/assets/${basename(client)}"/>`,
    `<link rel="preload" href="/config.json" as="fetch" crossorigin="anonymous"/>`,
  ].join('');
  for (const page of APP_PAGES) {
    const path = join(folder, page, 'index.html');
    const html = await readFile(path, 'utf8');
    await writeFile(path, html.replace('</head>', `${links}</head>`));
  }
}
