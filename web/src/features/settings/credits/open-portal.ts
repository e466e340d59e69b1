import * as z from 'zod/mini';
import { callFunction } from '#web/lib/server/call-function.ts';

const answer = z.object({ url: z.url() });

/** The address of the page on which a plan is changed and bills are read, here or at the payment provider. */
export async function openPortal(): Promise<string> {
  return answer.parse(await callFunction('billing-portal', {})).url;
}
