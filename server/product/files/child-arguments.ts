import { fileURLToPath } from 'node:url';

const path = (fromHere: string): string => fileURLToPath(new URL(fromHere, import.meta.url));

export const CHILD_PROGRAM = path('child/main.ts');
export const ROOT = path('../../../');

/** What a child is made of. The settings and the data lie beside these, and none of them may ever be named here. */
const READABLE = [
  './',
  '../ai/language/clean-text.ts',
  '../../lib/ascii-digits.ts',
  '../../lib/currencies.ts',
  '../../../domain/',
  '../../../node_modules/',
  '../../../package.json',
];

/** Node's arguments of a child: it reads its own code alone, writes nothing, starts nothing. Addons: sharp is one. */
export const CHILD_ARGUMENTS: readonly string[] = [
  '--permission',
  '--allow-addons',
  ...READABLE.map((place) => `--allow-fs-read=${path(place)}`),
  '--max-old-space-size=512',
  // What is read lives until the end: room for what dies young only lets the process grow, by a third for a table.
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];
