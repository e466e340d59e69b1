import type { LanguageCode } from '#domain/languages.ts';
import type { ActionResult } from '../../engine/action.ts';
import { parseJsonAnswer } from '../../engine/parse-json-answer.ts';
import type { Claim } from '../../evidence/claim.ts';

/** Takes apart what an example is given, so that tests can have its answer read like a real one. */

export const matchesIn = (text: string, pattern: RegExp): RegExpExecArray[] => [...text.matchAll(pattern)];

export const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** What a model's answer becomes. */
export const done = (answer: string): ActionResult => ({
  ok: true,
  kind: 'chat',
  text: '',
  value: parseJsonAnswer(answer),
  isCut: false,
  model: 'sim/team',
});

/** A claim that says its quote. */
export const claimOf = (id: string, quote: string, source: string): Claim => ({
  id,
  source,
  text: quote,
  quote,
  around: quote,
  verdict: 'exact',
  answers: [],
});

/** Claims as writers are shown them: `[c1] The ferry is blue. (ferry.example; c1 = 48)`. */
export const claimsIn = (given: string): Claim[] =>
  matchesIn(given, /\[(c\d+)\] (.*?) \(([^;)]*)[^)]*\)/g).map(([, id = '', text = '', source = '']) =>
    claimOf(id, text, source),
  );

/** The language that an example's answer is asked for in. */
export function languageIn(given: string): LanguageCode {
  const named: Readonly<Record<string, LanguageCode>> = { German: 'de', Spanish: 'es', Italian: 'it' };
  return named[/ In (\w+)\./.exec(given)?.[1] ?? ''] ?? 'en';
}
