import * as z from 'zod/mini';
import { supabase } from './supabase.ts';

const refusal = z.object({ code: z.string(), message: z.string() });

/** A function refused, with a user-facing message. */
export class FunctionRefusedError extends Error {
  override readonly name = 'FunctionRefusedError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Calls a function. Throws FunctionRefusedError for a refusal in the agreed format, and any other error
 * unchanged.
 */
export async function callFunction(
  name: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const server = await supabase();
  const { data, error, response } = await server.functions.invoke<unknown>(name, { body, headers });
  if (!error) return data;
  const said = response === undefined ? undefined : refusal.safeParse(await readJson(response)).data;
  if (said) throw new FunctionRefusedError(said.code, said.message);
  throw error;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // Not our format: a proxy's page, or a truncated body.
    return undefined;
  }
}
