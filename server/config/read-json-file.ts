import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { EnvironmentReader } from './read-environment.ts';

/**
 * Reads the JSON file that a name of the environment points to. null: none is named, or it is not usable, which is noted
 * with the file, the place in it and what is allowed there.
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
    return wrong(error instanceof SyntaxError ? `is not JSON: ${reason}` : `cannot be read: ${reason}`);
  }
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  for (const { path: place, message } of read.error.issues) wrong(`${placeOf(place)}${message}`);
  return null;
}

/** `packs[1].price: `, as it would be written to reach it. */
function placeOf(path: readonly PropertyKey[]): string {
  const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return written === '' ? '' : `${written.replace(/^\./, '')}: `;
}

/** An object with these names and no other. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const allowed = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has an unknown name: ${issue.keys.join(', ')}; allowed are ${allowed}`
        : `must be an object with ${allowed}`,
  });
}

export function writing(most: number) {
  const message = `must be a text of 1 to ${most} letters`;
  return z.string(message).trim().min(1, message).max(most, message);
}

const AN_ADDRESS = 'must be an address that begins with https:// or http://';

/** The address of a page. In a link of ours, another kind of address could run as a script. */
export const webAddress = z
  .string(AN_ADDRESS)
  .trim()
  .refine((value) => ['https:', 'http:'].includes(URL.parse(value)?.protocol ?? ''), AN_ADDRESS)
  .transform((value) => value.replace(/\/+$/, ''));
