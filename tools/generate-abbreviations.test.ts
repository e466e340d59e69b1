import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderAbbreviations } from './generate-abbreviations.ts';

it('the abbreviations of the server are those of the package, with its licence', () => {
  const url = new URL('../server/product/ai/evidence/abbreviations.ts', import.meta.url);
  const written = readFileSync(url, 'utf8');
  expect(written).toBe(renderAbbreviations());
  expect(written).toMatch(/SPDX-License-Identifier: Unicode-3\.0/);
  expect(written).toMatch(/^ {2}de: '.*\bMio\.\|/m);
});
