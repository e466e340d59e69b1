import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { z } from 'zod';

const HERE = import.meta.dirname;
const LANGUAGES = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const AREAS = readdirSync(path.join(HERE, 'en'));

const read = (language: string, area: string) =>
  z
    .record(z.string(), z.string().min(1))
    .parse(JSON.parse(readFileSync(path.join(HERE, language, area), 'utf8')));

/** Placeholders of a message, and its tags. */
const blanks = (message: string): string[] =>
  [...message.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`).toSorted();

test.each(AREAS)('%s: ids begin with their area, and messages compile', (area) => {
  for (const [id, message] of Object.entries(read('en', area))) {
    expect(id.split('.')[0]).toBe(area.split('.')[0]);
    expect(() => compileMessage(message), id).not.toThrow();
  }
});

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s has the same ids as English', (language) => {
  for (const area of AREAS) {
    const [theirs, ours] = [read(language, area), read('en', area)];
    expect(Object.keys(theirs)).toEqual(Object.keys(ours));
    for (const id of Object.keys(ours)) expect(blanks(theirs[id] ?? ''), id).toEqual(blanks(ours[id] ?? ''));
  }
});

test('every text is used', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: path.join(HERE, '..') })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.test.tsx'))
    .map((file) => readFileSync(path.join(HERE, '..', file), 'utf8'))
    .join('\n');
  const composed = [...sources.matchAll(/`([a-z_]+\.[a-z_.]*)\$\{/g)].map(([, start]) => start ?? '');
  const isUsed = (id: string) =>
    sources.includes(`'${id}'`) ||
    sources.includes(`"${id}"`) ||
    composed.some((start) => id.startsWith(start));
  const unused = AREAS.flatMap((area) => Object.keys(read('en', area))).filter((id) => !isUsed(id));
  expect(unused).toEqual([]);
});

test('a sentence whose text the app starts without comes with its texts', () => {
  const first = [
    ...readFileSync(path.join(HERE, 'app.ts'), 'utf8').matchAll(/\.\/en\/([\w.]+\.json)/g),
  ].flatMap(([, area = '']) => Object.keys(read('en', area)));
  expect(first.length).toBeGreaterThan(0);
  const wordless = globSync('**/*.tsx', { cwd: path.join(HERE, '..') }).filter((file) => {
    const source = readFileSync(path.join(HERE, '..', file), 'utf8');
    const sentences = [...source.matchAll(/<Trans\s[^>]*?\bid="([^"]+)"/g)].map(([, id = '']) => id);
    const areFirst = sentences.every((id) => first.includes(id));
    return !areFirst && !/texts\/(soon|later|settings|pages)\.ts'/.test(source);
  });
  expect(wordless).toEqual([]);
});
