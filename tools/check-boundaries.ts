/**
 * Fails the build when an import crosses a wall of docs/architecture.md, and says why the wall is there.
 *
 *   main -> app -> product -> platform -> providers' interfaces -> lib -> domain
 *   web/routes -> web/features -> web/ui, web/lib -> domain
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Wall {
  /** A file whose path matches may not import a file whose path matches `to`. */
  readonly from: RegExp;
  readonly to: RegExp;
  readonly except?: RegExp;
  readonly because: string;
}

const ROOMS = 'auth|rest|storage|realtime|functions';

const WALLS: readonly Wall[] = [
  {
    from: /^domain\//,
    to: /^(server|web|simulators|tests|tools)\/|^node:/,
    because: 'the domain runs anywhere: no Node, no DOM, no server code',
  },
  {
    from: /^domain\/(?!.*\.test\.ts$)/,
    to: /^(?!zod$|zod\/|domain\/)[^.]/,
    because: 'the domain depends on zod alone',
  },
  { from: /^server\/lib\//, to: /^server\/(?!lib\/)/, because: 'lib knows nothing above it' },
  {
    from: /^server\/providers\//,
    to: /^server\/(?!providers\/|lib\/)/,
    because: 'a provider knows the outside world, not Errand',
  },
  {
    from: /^server\/platform\//,
    to: /^server\/(product|app|open\/|main|config|cli)/,
    because: 'the platform knows nothing of tasks, credits or AI',
  },
  {
    from: /^server\/platform\/(?!.*\.test\.ts$)/,
    to: /^server\/providers\/(?!([a-z-]+)\/\1\.ts$)/,
    except: /^server\/platform\/http\/mailbox-room/,
    because: 'the platform sees the interface of a provider; app.ts and open/ alone name versions of it',
  },
  {
    from: /^server\/product\/(?!.*\.test\.ts$)/,
    to: /^server\/(app|open\/|main|cli|config|providers\/(?!([a-z-]+)\/\2\.ts$))/,
    because: 'the product gets what it needs as arguments; app.ts and open/ alone name providers',
  },
  {
    from: /^web\//,
    to: /^(server|simulators|tests|tools|contract)\//,
    because: 'the browser gets the domain, never server code',
  },
  {
    from: /^web\//,
    to: /^lucide-react$/,
    because: "the index names 1,900 icons, which every build would read: import from 'lucide-react/icons/…'",
  },
  {
    from: /^web\/src\/ui\//,
    to: /^web\/src\/(features|routes)\//,
    because: 'ui holds no data and no feature',
  },
  { from: /^web\/src\/lib\//, to: /^web\/src\/(features|routes)\//, because: 'lib lies below features' },
  {
    from: /^web\/src\/features\//,
    to: /^web\/src\/routes\//,
    because: 'routes compose features, not the other way',
  },
  {
    from: /^(contract|simulators)\//,
    to: /^(server|web)\//,
    because: 'a black-box test or a stand-in that imports the server would agree with its mistakes',
  },
  {
    from: /^server\//,
    to: /^(simulators|tests|tools|benchmarks)\//,
    except: /\.test\.ts$|contract\.ts$/,
    because: 'what runs in production imports neither tests nor simulators',
  },
  {
    from: /^server\/(?!product\/files\/child\/results\/)/,
    to: /^web\//,
    except: /\.test\.ts$/,
    because: 'only the child that sets a result as a PDF words it by the browser’s code (docs/decisions/064)',
  },
];

const SOURCES = '{domain,server,web/src,simulators,contract,tests,tools,benchmarks}/**/*.{ts,tsx}';
const ALIASES: Record<string, string> = {
  '#domain/': 'domain/',
  '#server/': 'server/',
  '#web/': 'web/src/',
  '#tests/': 'tests/',
  '#simulators/': 'simulators/',
};

/** The path of what is imported, from the root of the project; a package keeps its name. */
export function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier));
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  return alias ? (ALIASES[alias] ?? '') + specifier.slice(alias.length) : specifier;
}

export interface Import {
  readonly specifier: string;
  /** Path from the root of the project, or the name of a package. */
  readonly target: string;
  readonly isDynamic: boolean;
}

/** Everything that a file imports, static and dynamic. */
export function importsOf(path: string, source: string): Import[] {
  const found = source.matchAll(/(?:\bfrom|\bimport)\s*(\(?)\s*['"]([^'"]+)['"]/g);
  return [...found].map(([, bracket, specifier = '']) => ({
    specifier,
    target: resolveImport(path, specifier),
    isDynamic: bracket === '(',
  }));
}

/** Sentences about every crossed wall in one file. */
export function crossings(path: string, source: string): string[] {
  return importsOf(path, source).flatMap(({ specifier, target }) => {
    const reasons = WALLS.filter(
      (wall) => wall.from.test(path) && wall.to.test(target) && !wall.except?.test(path),
    ).map((wall) => wall.because);
    reasons.push(...betweenNeighbours(path, target));
    return reasons.map((because) => `${path} imports ${specifier}: ${because}`);
  });
}

function betweenNeighbours(path: string, target: string): string[] {
  const room = new RegExp(`^server/platform/(${ROOMS})/`);
  const [mine, other] = [room.exec(path)?.[1], room.exec(target)?.[1]];
  if (mine && other && mine !== other) {
    return [`rooms never import each other; what both need goes down to platform/http or platform/db`];
  }
  const feature = /^web\/src\/features\/([^/]+)\//;
  const [myFeature, otherFeature] = [feature.exec(path)?.[1], feature.exec(target)?.[1]];
  if (myFeature && otherFeature && myFeature !== otherFeature) {
    return ['no feature imports another; a route composes them'];
  }
  return [];
}

if (import.meta.main) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const found = globSync(SOURCES, { cwd: root }).flatMap((path) =>
    crossings(path, readFileSync(join(root, path), 'utf8')),
  );
  for (const sentence of found) console.error(sentence);
  process.exitCode = found.length > 0 ? 1 : 0;
}
