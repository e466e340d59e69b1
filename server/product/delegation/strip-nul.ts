/**
 * A model may write what PostgreSQL's text and jsonb cannot hold: NUL, and halves of surrogate pairs. Refused by
 * the database, an answer that is complete otherwise would be lost.
 */
export function stripNul(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON for a jsonb parameter, with all its strings stripNul. */
export function toStorableJson(value: object): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? stripNul(item) : item));
}
