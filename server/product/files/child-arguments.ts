import { fileURLToPath } from 'node:url';

const path = (fromHere: string): string => fileURLToPath(new URL(fromHere, import.meta.url));

/** In the built server, its own entry: a child loads in a third of the time. */
export const CHILD_PROGRAM = fileURLToPath(new URL('./child/main.ts', import.meta.url));
export const ROOT = path('../../../');

/**
 * Everything that a child may read. Settings and data are stored beside these, and must never be listed here.
 */
const READABLE = [
  './',
  '../../build/',
  '../ai/language/clean-text.ts',
  '../ai/models/estimate-tokens.ts',
  '../../lib/ascii-digits.ts',
  '../../lib/currencies.ts',
  '../../lib/month-names.ts',
  '../../lib/one-line.ts',
  '../../../domain/',
  // What words a result, for its PDF.
  '../../../web/src/',
  '../../../node_modules/',
  '../../../package.json',
];

/**
 * Node's arguments of a child: it may only read its own code, not write, and not start processes. Addons are
 * allowed for sharp.
 */
export const CHILD_ARGUMENTS: readonly string[] = [
  '--permission',
  '--allow-addons',
  ...READABLE.map((place) => `--allow-fs-read=${path(place)}`),
  '--max-old-space-size=512',
  // Its data lives until the end: a larger young generation only grows the process, by a third for a table.
  '--max-semi-space-size=8',
  // Until then, looking for garbage finds little: without it, a table takes a fifth longer.
  '--initial-old-space-size=400',
  // A job that goes on outside V8's heap says itself when it needs no more of that.
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];
