import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { messages } from '#domain/messages.ts';
import specified from './specified.json' with { type: 'json' };

/**
 * Compares the product's texts with those in its specification, section by section. `...` stands for an
 * inserted reason; `parts` appear within a longer text.
 */

const CLIENT =
  'said by the official client library, which we use as it is and which no page of ours asks for these';

/** Specified texts that the app doesn't show, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'session missing': CLIENT,
  'No code detected.': CLIENT,
  'No session defined in URL': CLIENT,
  'JWKS is empty': CLIENT,
  'No matching signing key found in JWKS': CLIENT,
  'Invalid JWT signature': CLIENT,
  'You must provide either an email or phone number and a password': CLIENT,
  'Unexpected Application Error!': "the router's own screen, in whose place ours stands (ui.failed)",
  'Error fetching profile: ...':
    'logged only, as specified: web/src/lib/session/session.ts, with the reason behind it',
};

/** Entries of domain/messages.ts that are never shown, and why. */
const UNSAID: Readonly<Record<string, string>> = {
  'delegation.updatingCreditsFailed':
    'the server takes the credit with the delegation: no update can fail alone',
  'delegation.pdfMissing':
    'a PDF summary without a PDF is refused before a run begins, with the sentence for that',
  'attachments.readBase64Failed': 'files go to the server as they are: none is turned into base64',
  'attachments.uploadFailedUrl': 'a failed upload is shown beside its file, never folded into the content',
};

const REPOSITORY = path.join(import.meta.dirname, '../../..');
const texts = z.record(z.string(), z.string());

const CATALOGUE = readdirSync(path.join(import.meta.dirname, 'en')).flatMap((area) =>
  Object.values(
    texts.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'en', area), 'utf8'))),
  ).map((message) => message.replaceAll(/<\/?\w+>/g, '').replaceAll(/\{\w+\}/g, '...')),
);

type Messages = string | ((reason: string) => string) | { readonly [key: string]: Messages };

/** Each text of domain/messages.ts by its path, with `...` for an inserted reason. */
function flatten(entry: Messages, name = ''): [name: string, text: string][] {
  if (typeof entry === 'string') return [[name, entry]];
  if (typeof entry === 'function') return [[name, entry('...')]];
  return Object.entries(entry).flatMap(([key, inner]) =>
    flatten(inner, name === '' ? key : `${name}.${key}`),
  );
}

const SHARED = flatten(messages);
const SAID = new Set([...CATALOGUE, ...SHARED.map(([, text]) => text)]);

test.each(specified)('$section', ({ texts: whole, parts = [] }) => {
  expect(whole.filter((text) => !SAID.has(text) && ELSEWHERE[text] === undefined)).toEqual([]);
  expect(parts.filter((part) => ![...SAID].some((text) => text.includes(part)))).toEqual([]);
});

test('texts listed as shown elsewhere are specified, and not shown here', () => {
  const all = new Set(specified.flatMap((section) => section.texts));
  expect(Object.keys(ELSEWHERE).filter((text) => !all.has(text) || SAID.has(text))).toEqual([]);
});

test('every text of domain/messages.ts is shown, or listed above with a reason', () => {
  const sources = globSync(['domain/**/*.ts', 'server/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: REPOSITORY })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(REPOSITORY, file), 'utf8'))
    .join('\n');
  const isSaid = (name: string) => sources.includes(`messages.${name}`);
  expect(
    SHARED.map(([name]) => name)
      .filter((name) => !isSaid(name))
      .toSorted(),
  ).toEqual(Object.keys(UNSAID).toSorted());
});
