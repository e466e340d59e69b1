import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { IMAGE_SCRIPTS } from './images/image-scripts.ts';
import { SCRIPTS } from './scripts/find-script.ts';

/** Ignores white space, because the formatter aligns tables. */
const README = (await readFile(new URL('README.md', import.meta.url), 'utf8')).replace(/[ \t]+/g, ' ');

/** Formats the id as in the README: with variable parts in angle brackets. */
function shownName(model: string): string {
  const named = model
    .replaceAll('(\\d+)', '<n>')
    .replaceAll('(\\d{3})', '<status>')
    .replaceAll('([a-z]{2})', '<language>')
    .replaceAll('(.+)', '<other>');
  return named.replaceAll('(', '<').replaceAll(')', '>').replaceAll('|', '\\|');
}

it.each([...SCRIPTS, ...IMAGE_SCRIPTS].map((script) => [script.model, script] as const))(
  'the README tells what %s does',
  (_model, script) => {
    const { model, does } = script;
    const shownAs = 'shownAs' in script ? script.shownAs : undefined;
    expect(README).toContain(`| \`sim/${shownAs ?? shownName(model)}\` | ${does} |`);
  },
);
