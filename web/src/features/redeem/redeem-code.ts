import * as z from 'zod/mini';
import { callFunction } from '#web/lib/server/call-function.ts';

const answer = z.object({ granted: z.number() });

/** Turns a code into credits and answers with their number. Throws FunctionRefusedError for a code that is none, or none any more. */
export async function redeemCode(code: string): Promise<number> {
  return answer.parse(await callFunction('redeem', { code })).granted;
}
