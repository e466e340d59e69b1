import { appliedPreferences, type Preferences } from '../parse/parse-prefer.ts';
import type { RestRequest } from '../rest-request.ts';

/** Headers of every answer with rows. `applied`: the preferences that had a say in it. */
export function answerHeaders(
  { media }: RestRequest,
  answer: {
    readonly contentRange: string;
    readonly applied: Partial<Preferences>;
    readonly hasBody: boolean;
  },
): Headers {
  const headers = new Headers({ 'Content-Range': answer.contentRange });
  if (answer.hasBody) {
    const type = media.shape === 'object' ? 'application/vnd.pgrst.object+json' : 'application/json';
    headers.set('Content-Type', `${type}; charset=utf-8`);
  }
  const applied = appliedPreferences(answer.applied);
  if (applied !== null) headers.set('Preference-Applied', applied);
  return headers;
}

/** Statuses that HTTP forbids a body. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** A JSON array of one element, without its brackets. */
export function onlyElement(array: string): string {
  return array.slice(1, -1);
}
