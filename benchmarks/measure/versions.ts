import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../tools/run.ts';
import { report } from './figures.ts';

/** A checkout whose server is measured. */
export interface Version {
  readonly name: string;
  readonly root: string;
  /** What `npm start` runs there. */
  readonly program: string;
}

const BUILT = 'server/build/main.js';
const ROOT = join(import.meta.dirname, '../..');

/**
 * This checkout, and with `--against <folder>` another one, installed and built: they are measured by turns, because a
 * figure of yesterday says little about a machine of today.
 */
export async function versions(): Promise<readonly Version[]> {
  await run('node', ['tools/build-server.ts']);
  // A benchmark's own arguments are positional.
  const { values } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
  const own: Version = { name: 'this', root: ROOT, program: BUILT };
  if (values.against === undefined) return [own];
  const root = resolve(values.against);
  return [
    own,
    { name: 'the other', root, program: existsSync(join(root, BUILT)) ? BUILT : 'server/main.ts' },
  ];
}

/** Each figure of this checkout as a share of the other one's. */
export function reportRatios(what: string, figures: readonly Readonly<Record<string, number>>[]): void {
  const [own, other] = figures;
  if (!own || !other) return;
  const ratios = Object.entries(own).map(([name, value]) => [
    name,
    (value / (other[name] ?? Number.NaN)).toFixed(2),
  ]);
  report(`${what}, this to the other`, Object.fromEntries(ratios));
}
