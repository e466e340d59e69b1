import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { EnvironmentReader } from './read-environment.ts';

/**
 * Reads the JSON file that an environment variable points to. Null if none is set, or if it is invalid; the problem
 * is recorded with file, position and what is allowed.
 */
export function readJsonFile<Content>(
  env: EnvironmentReader,
  name: string,
  schema: z.ZodType<Content>,
): Content | null {
  const named = env.text(name);
  if (named === null) return null;
  const path = resolve(named);
  const wrong = (message: string): null => {
    env.problem(`${name}: ${path}: ${message}`);
    return null;
  };
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(
      error instanceof SyntaxError ? `isn't valid JSON: ${reason}` : `couldn't be read: ${reason}`,
    );
  }
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  for (const { path: place, message } of read.error.issues) wrong(`${placeOf(place)}${message}`);
  return null;
}

/** Path into the JSON, as in code: `packs[1].price: `. */
function placeOf(path: readonly PropertyKey[]): string {
  const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return written === '' ? '' : `${written.replace(/^\./, '')}: `;
}

/** An object with exactly these fields. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const allowed = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has unknown names: ${issue.keys.join(', ')}. Allowed are ${allowed}`
        : `must be an object with ${allowed}`,
  });
}

export function writing(most: number) {
  const message = `must be text of 1 to ${most} characters`;
  return z.string(message).trim().min(1, message).max(most, message);
}

const AN_ADDRESS = 'must be an address that begins with https:// or http://';

/** A web page's URL. In a link of ours, another scheme could run as a script. */
export const webAddress = z
  .string(AN_ADDRESS)
  .trim()
  .refine((value) => ['https:', 'http:'].includes(URL.parse(value)?.protocol ?? ''), AN_ADDRESS)
  .transform((value) => value.replace(/\/+$/, ''));
