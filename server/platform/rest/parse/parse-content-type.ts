import { invalidBody } from '../respond/request-errors.ts';

const JSON_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
];

/** Bodies are JSON. A missing type means that. Throws PGRST102. */
export function assertJsonContent(header: string | null): void {
  if (header === null) return;
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!JSON_TYPES.includes(type)) throw invalidBody(`Content-Type not acceptable: ${type}`);
}
