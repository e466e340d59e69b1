import type { z } from 'zod';
import type { Caller } from '../db/caller.ts';
import type { RequestContext } from '../http/room.ts';

export interface FunctionCall<Input> {
  readonly input: Input;
  readonly caller: Caller;
  readonly request: Request;
  readonly context: RequestContext;
}

/** One callable function under `/functions/v1/<name>`. */
export interface FunctionDefinition<Input = unknown> {
  readonly name: string;
  /** `user`: a signed-in user's token; `anyone`: no token needed. */
  readonly access: 'user' | 'anyone';
  /** null: the function reads the raw body itself, as a signed webhook must. */
  readonly input: z.core.$ZodType<Input> | null;
  /** Answers 200 with the returned value as JSON, or with the response as it is. Throws FunctionError for expected refusals. */
  handle(call: FunctionCall<Input>): Promise<object | Response>;
}

/** An expected refusal: becomes `{ code, message }` with this status. */
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
