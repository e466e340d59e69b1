import { countTokens } from '../chat-request.ts';

export interface Fields {
  readonly [name: string]: unknown;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON object's fields; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A whole number above zero; null for anything else. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A value as a server repeats it in a message. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The first field that stands in the request and not in the list; null: all are known. */
export function unknownField(body: unknown, known: readonly string[]): string | null {
  return Object.keys(fieldsOf(body)).find((name) => !known.includes(name)) ?? null;
}

/** The model that a request names. */
export function modelIn(body: unknown): string {
  return textIn(fieldsOf(body)['model']) ?? '';
}

/** The type of `response_format`, `text` where none is sent. */
export function formatIn(body: unknown): string {
  return textIn(fieldsOf(fieldsOf(body)['response_format'])['type']) ?? 'text';
}

/** Tokens of a prompt, counted as everywhere in the simulator. */
export function promptTokensIn(body: unknown): number {
  return listOf(fieldsOf(body)['messages']).reduce<number>((sum, message) => {
    const { content } = fieldsOf(message);
    const parts =
      typeof content === 'string' ? [content] : listOf(content).map((part) => fieldsOf(part)['text']);
    return sum + 4 + countTokens(parts.map((part) => textIn(part) ?? '').join(''));
  }, 0);
}

/** The key of `Authorization: Bearer …`; null where there is none. */
export function bearerOf(headers: Readonly<Record<string, string>>): string | null {
  return /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? null;
}
