import type { RowsType } from '../parse/parse-accept.ts';
import { appliedPreferences, type Preferences } from '../parse/parse-prefer.ts';
import type { RestRequest } from '../rest-request.ts';

const TYPES: Readonly<Record<RowsType['shape'], string>> = {
  array: 'application/json',
  object: 'application/vnd.pgrst.object+json',
  csv: 'text/csv',
};

export const contentTypeOf = ({ shape }: RowsType): string => TYPES[shape];

/** Headers of every answer with rows. `applied`: the preferences that had an effect. */
export function answerHeaders(
  { media, preferences }: RestRequest,
  answer: {
    readonly contentRange: string;
    readonly applied: Partial<Preferences>;
    readonly hasBody: boolean;
  },
): Headers {
  const headers = new Headers({ 'Content-Range': answer.contentRange });
  if (answer.hasBody) {
    headers.set('Content-Type', `${contentTypeOf(media)}; charset=utf-8`);
  }
  const { tx, handling, timezone } = preferences;
  const applied = appliedPreferences({ ...answer.applied, tx, handling, timezone });
  if (applied !== null) headers.set('Preference-Applied', applied);
  return headers;
}

/** Statuses that must not have a body in HTTP. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Returns the only element of a JSON array, by removing its brackets. */
export function onlyElement(array: string): string {
  return array.slice(1, -1);
}
