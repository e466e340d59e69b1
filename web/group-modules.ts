import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** What every page starts with. `react-dom` comes with it, though only the entry that the framework writes imports it. */
const EVERY_PAGE = ['root'];
const REACT_DOM = /[\\/]node_modules[\\/](react-dom|scheduler)[\\/]/;
/** What each page behind the sign-in starts with, and the first of them. */
const APP_PAGES = ['routes/app-shell', 'routes/app-pages', 'routes/dashboard'];
/** What belongs to the app alone must not be in a file that one of these has to load. */
const OPEN_PAGES = [
  'routes/landing',
  'routes/login',
  'routes/register',
  'routes/reset-password',
  'routes/update-password',
  'routes/pricing',
  'routes/checkout-success',
  'routes/redeem',
  'routes/privacy',
  'routes/not-found',
];

/** The clients of the server that every page with a session starts with. */
const clients = { name: 'clients', test: /[\\/]@supabase[\\/](auth|functions|postgrest)-js[\\/]/ };

/**
 * What pages share comes in few files. Left alone, each icon and each part of the ui kit is a file of its own: the
 * dashboard was 92 requests, and each costs a slow phone's main thread some milliseconds, whatever its size.
 *
 * - `page`: what every page starts with;
 * - `kit`: what many pages share, the app's first view among them;
 * - `forms`: what many pages share and the app's first view does without;
 * - `open`: what else the app shares with an open page;
 * - `app`: what else the app starts with.
 */
export function groupModules(): Rolldown.CodeSplittingGroup[] {
  return [clients, startFile('page'), kit('kit'), startFile('open'), startFile('app'), kit('forms')];
}

const KIT =
  /web[\\/]src[\\/](lib|texts|ui)[\\/](?!(?:[a-z]+[\\/])?(?:dialog|form-dialog|later|pack-|pages|session-links|settings|user-settings)|en[\\/](\w+\.later|checkout|connect|landing|mailbox|packs|policies|pricing|public|redeem|security|settings|test_checkout))|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/** The ui kit as the open pages share it; the library behind dialogs is not needed before one opens. */
function kit(name: 'kit' | 'forms'): Rolldown.CodeSplittingGroup {
  let first: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    test: KIT,
    minShareCount: 5,
    name: (id, graph) => {
      first ??= withImports(graph, [...EVERY_PAGE, ...APP_PAGES]);
      return first.has(id) === (name === 'kit') ? name : null;
    },
  };
}

type StartFile = 'page' | 'open' | 'app';

function startFile(file: StartFile): Rolldown.CodeSplittingGroup {
  let files: ReadonlyMap<string, StartFile> | undefined;
  return {
    debugName: file,
    name: (id, graph) => {
      files ??= assignFiles(graph);
      return files.get(id) === file ? file : null;
    },
  };
}

function assignFiles(graph: Graph): ReadonlyMap<string, StartFile> {
  const every = withImports(graph, EVERY_PAGE);
  const open = withImports(graph, OPEN_PAGES);
  const files = new Map<string, StartFile>();
  for (const id of withImports(graph, APP_PAGES)) files.set(id, open.has(id) ? 'open' : 'app');
  for (const id of [...every, ...open, ...files.keys()])
    if (every.has(id) || REACT_DOM.test(id)) files.set(id, 'page');
  return files;
}

/** The modules of these sources, and all that they import at once. */
function withImports(graph: Graph, sources: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = sources.map((name) => resolve(import.meta.dirname, `src/${name}.tsx`));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    const module = graph.getModuleInfo(id);
    if (module === null) throw new Error(`${id} is no module of the app`);
    found.add(id);
    waiting.push(...module.importedIds);
  }
  return found;
}
