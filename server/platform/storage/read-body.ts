import type { z } from 'zod';
import { readJson } from '../http/read-json.ts';
import { refusals } from './storage-error.ts';

/** Parses and validates a call's JSON body. Throws StorageError. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  return parseInput((await readJson(request)) ?? {}, schema);
}

export function parseInput<T>(value: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusals.invalidRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}
