import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './run.ts';

const manifest = z.object({ devDependencies: z.record(z.string(), z.string()) });

/**
 * The minor versions of the official client that are installed beside the app's own, such as `2.118`, the newest first.
 * Each is a dependency named `supabase-js-2.118`.
 */
export function earlierClients(): string[] {
  const { devDependencies } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  return Object.keys(devDependencies)
    .flatMap((name) => /^supabase-js-(\d+\.\d+)$/.exec(name)?.[1] ?? [])
    .toReversed();
}
