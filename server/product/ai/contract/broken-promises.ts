import type { RunContract } from '#domain/contract/run-contract.ts';
import type { LanguageCode } from '#domain/languages.ts';
import { checkLanguage } from '../language/check-language.ts';
import { countWords, hasSections, withoutMarks } from './words-of.ts';

/** Promises of a text without which it isn't delivered. */
export type BrokenPromise = 'content' | 'language' | 'words' | 'sections' | 'sources';

/** A text as it is now. */
export interface Written {
  /** What a model has written, without what code adds to it. */
  readonly text: string;
  /** Sources or claims, or cells and figures of results, that it names. */
  readonly sources: number;
}

/** Below this share, a text is in another language, not in two. */
const MOSTLY = 0.5;

/**
 * Returns what a text breaks of its contract. `title`: that of the task, which is no result by itself. Another language
 * breaks only one that rests on sources: a text without any may be the translation or the letter that the task asks for,
 * and code doesn't read what it asks for.
 */
export function brokenPromises(
  { form, language, words, cites }: RunContract,
  { text, sources }: Written,
  title: string,
): BrokenPromise[] {
  const isForeign = cites && language !== null && isInAnother(text, language);
  const isTooShort = words !== null && countWords(text, language ?? 'en') < words.least;
  return [
    ...(saysNothing(text, title) ? (['content'] as const) : []),
    ...(isForeign ? (['language'] as const) : []),
    ...(isTooShort ? (['words'] as const) : []),
    ...(form === 'argument' && !hasSections(text, language ?? 'en') ? (['sections'] as const) : []),
    ...(cites && sources === 0 ? (['sources'] as const) : []),
  ];
}

/** One word may be an answer, and so may a picture sign; a rule (---), empty boxes or the task itself are none. */
function saysNothing(text: string, title: string): boolean {
  const said = signsOf(withoutMarks(text));
  return said === '' || said === signsOf(title);
}

/** Letters, digits and symbols; not what Markdown is made of. */
const signsOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{S}]|[|`^~+<>=]/gu, '');

function isInAnother(text: string, code: LanguageCode): boolean {
  const { isTold, share } = checkLanguage(text, code);
  return isTold && share < MOSTLY;
}
