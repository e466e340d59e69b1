import { findPrepared, notesOn, type PreparedClaim, readPrepared } from './prepared.ts';
import { type DemoClaim, type DemoMessage, readPrompt } from './read-prompt.ts';

/** Returns the prepared answer, as text or as JSON in the named form; null if there is none. */
export function answerChat(messages: readonly DemoMessage[], form: string | null): string | null {
  const { title, page, claims } = readPrompt(messages);
  if (form === 'claims' && page !== null)
    return JSON.stringify({ leads: [], claims: notesOn(page).map(toNote) });
  if (form === 'more_queries') return JSON.stringify({ queries: [] });
  const prepared = findPrepared(title);
  if (prepared === null) return null;
  if (form !== null) {
    const answer = prepared.forms[form];
    return answer === undefined ? null : JSON.stringify(answer);
  }
  return cite(readPrepared(prepared), prepared.claims, claims);
}

const toNote = ({ text, quote, answers = [] }: PreparedClaim): object => ({ text, quote, answers });

/** Replaces the keys of claims by the ids that the engine gave to those it could verify. */
function cite(text: string, prepared: readonly PreparedClaim[], verified: readonly DemoClaim[]): string {
  const idOf = (key: string): string | undefined => {
    const claim = prepared.find((each) => each.key === key);
    return verified.find((each) => each.text === claim?.text)?.id;
  };
  const keys = new Set(prepared.map(({ key }) => key));
  return text.replace(/ ?\[([a-z\d]+(?:, [a-z\d]+)*)\]/g, (whole, list: string) => {
    const cited = list.split(', ');
    if (!cited.every((key) => keys.has(key))) return whole;
    const ids = cited.flatMap((key) => idOf(key) ?? []);
    return ids.length > 0 ? ` [${ids.join(', ')}]` : '';
  });
}
