/**
 * Removes what PostgreSQL's text and jsonb can't hold: NUL, and lone surrogates. A model may write these, and
 * the database would reject an otherwise complete answer.
 */
export function stripNul(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON for a jsonb parameter, with stripNul() applied to all strings. */
export function toStorableJson(value: object): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? stripNul(item) : item));
}
