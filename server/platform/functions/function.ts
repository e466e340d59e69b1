import type { z } from 'zod';
import type { Caller } from '../db/caller.ts';
import type { RequestContext } from '../http/room.ts';

export interface FunctionCall<Input> {
  readonly input: Input;
  readonly caller: Caller;
  readonly request: Request;
  readonly context: RequestContext;
}

/** A callable function at `/functions/v1/<name>`. */
export interface FunctionDefinition<Input = unknown> {
  readonly name: string;
  /** `user`: requires a signed-in user's token; `anyone`: no token needed. */
  readonly access: 'user' | 'anyone';
  /** Null: the function reads the raw body itself, as a signed webhook must. */
  readonly input: z.core.$ZodType<Input> | null;
  /**
   * Answers 200 with the returned value as JSON, or with the returned Response. Throws FunctionError for expected
   * errors.
   */
  handle(call: FunctionCall<Input>): Promise<object | Response>;
}

/** An expected error: becomes `{ code, message }` with this status. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
