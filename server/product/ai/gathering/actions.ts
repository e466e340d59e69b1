import type { LanguageCode } from '#domain/languages.ts';
import type { ReadAction, SearchAction } from '../engine/action.ts';
import type { Candidate } from './sources.ts';

/** Id of the step that reads a candidate. */
export const readingStep = ({ id }: Pick<Candidate, 'id'>): string => `read:${id}`;
/** Id of the step that takes notes of a page. */
export const notingStep = ({ id }: Pick<Candidate, 'id'>): string => `claims:${id}`;

export function searchAction(
  id: string,
  query: string,
  { language, count }: { language: LanguageCode; count: number },
): SearchAction {
  return { kind: 'search', id, need: 'may', gathers: true, query, language, count };
}

export function readAction(candidate: Candidate, language: LanguageCode): ReadAction {
  return {
    kind: 'read',
    id: readingStep(candidate),
    need: 'may',
    gathers: true,
    url: candidate.url,
    language,
  };
}
