import { existsSync, readFileSync } from 'node:fs';
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

const PARTS = ['auth-js', 'functions-js', 'postgrest-js', 'realtime-js', 'storage-js'];
const entries = z.object({
  main: z.string(),
  exports: z.object({ '.': z.object({ import: z.object({ default: z.string() }) }) }).optional(),
});

/** An earlier client in the place of the app's own, and of each of its parts the one that it brings along. */
export function aliasesOf(client: string): Record<string, string> {
  const folder = join(ROOT, `node_modules/supabase-js-${client}/node_modules/@supabase`);
  const own = PARTS.filter((part) => existsSync(join(folder, part))); // npm keeps one copy of equal versions
  return {
    '@supabase/supabase-js': `supabase-js-${client}`,
    ...Object.fromEntries(own.map((part) => [`@supabase/${part}`, entryOf(join(folder, part))])),
  };
}

/** The file that Node imports: another one would be a second copy, whose classes are not those of the client. */
function entryOf(folder: string): string {
  const { exports, main } = entries.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return join(folder, exports?.['.'].import.default ?? main);
}
