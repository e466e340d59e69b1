import { countTokens } from '../chat-request.ts';

export interface Fields {
  readonly [name: string]: unknown;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a JSON object's fields; empty for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a positive integer; null for anything else. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Formats a value as servers repeat it in messages. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Returns the first field of the request that isn't in the list; null if all are known. */
export function unknownField(body: unknown, known: readonly string[]): string | null {
  return Object.keys(fieldsOf(body)).find((name) => !known.includes(name)) ?? null;
}

/** Returns the requested model. */
export function modelIn(body: unknown): string {
  return textIn(fieldsOf(body)['model']) ?? '';
}

/** Returns the type of `response_format`, `text` by default. */
export function formatIn(body: unknown): string {
  return textIn(fieldsOf(fieldsOf(body)['response_format'])['type']) ?? 'text';
}

/** Counts the tokens of a prompt, as everywhere in the simulator. */
export function promptTokensIn(body: unknown): number {
  return listOf(fieldsOf(body)['messages']).reduce<number>((sum, message) => {
    const { content } = fieldsOf(message);
    const parts =
      typeof content === 'string' ? [content] : listOf(content).map((part) => fieldsOf(part)['text']);
    return sum + 4 + countTokens(parts.map((part) => textIn(part) ?? '').join(''));
  }, 0);
}

/** Returns the key of `Authorization: Bearer …`; null without one. */
export function bearerOf(headers: Readonly<Record<string, string>>): string | null {
  return /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? null;
}
