/**
 * Writes `server/product/ai/evidence/abbreviations.ts` from Unicode's lists of what a sentence doesn't end after
 * (CLDR's sentence break suppressions): `node tools/generate-abbreviations.ts`. A file of our own, because the package has
 * 1.6 MB with the one that it wants beside it, and the server needs 5 kB of it.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeGenerated } from './schema/generated-file.ts';

const FILE = 'server/product/ai/evidence/abbreviations.ts';

const packageShape = z.object({ name: z.string(), version: z.string(), license: z.literal('Unicode-3.0') });
/** Other languages have rules on words or lines alone. */
const listShape = z.object({
  segments: z.object({
    segmentations: z.object({
      SentenceBreak: z
        .object({ standard: z.array(z.object({ suppression: z.string() })).optional() })
        .optional(),
    }),
  }),
});

/** The generated file. */
export function renderAbbreviations(): string {
  const folder = dirname(fileURLToPath(import.meta.resolve('cldr-segments-full/package.json')));
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const { name, version } = packageShape.parse(JSON.parse(read('package.json')));
  const lists = globSync('segments/*/suppressions.json', { cwd: folder })
    .toSorted()
    .flatMap((path) => {
      const { segments } = listShape.parse(JSON.parse(read(path)));
      const words = (segments.segmentations.SentenceBreak?.standard ?? [])
        .map(({ suppression }) => suppression)
        // A few are typed without the full stop that they are about.
        .filter((word) => word.endsWith('.') && !/['\\|]/.test(word));
      return words.length === 0 ? [] : [`  ${basename(dirname(path))}: '${words.toSorted().join('|')}',`];
    });
  const license = read('LICENSE')
    .trim()
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd());
  return [
    '/**',
    ` * What a sentence doesn't end after, by language: from ${name} ${version} by \`node tools/generate-abbreviations.ts\`.`,
    ' *',
    ...license,
    ' */',
    'export const ABBREVIATIONS: Readonly<Record<string, string>> = {',
    ...lists,
    '};',
    '',
  ].join('\n');
}

if (import.meta.main) writeGenerated(FILE, renderAbbreviations(), 'node tools/generate-abbreviations.ts');
