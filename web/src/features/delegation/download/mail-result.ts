import { type ResultMail, resultMail, resultMailOutput } from '#domain/functions/answers.ts';
import { logProblem } from '#web/lib/log.ts';
import { callFunction } from '#web/lib/server/call-function.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const LOOK_EVERY_MS = 1000;
/** Longer than all attempts to reach a mail server that doesn't answer. */
const PATIENCE_MS = 90_000;

const isOnItsWay = ({ status }: ResultMail): boolean => status === 'queued' || status === 'sending';

/**
 * Sends a result to the person's own address, and waits for what becomes of it; no longer than for a minute and a half,
 * after which it may still be on its way. Throws FunctionRefusedError with what to tell.
 */
export async function mailResult(runId: string, withReceipt: boolean): Promise<ResultMail> {
  let { mail } = resultMailOutput.parse(
    await callFunction('mail-result', { run_id: runId, with_receipt: withReceipt }),
  );
  const ends = Date.now() + PATIENCE_MS;
  while (isOnItsWay(mail) && Date.now() < ends) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    mail = (await readMail(mail.id)) ?? mail;
  }
  return mail;
}

/** Undefined if it can't be read now: it goes on its way without us. */
async function readMail(id: string): Promise<ResultMail | undefined> {
  try {
    const server = await supabase();
    const { data } = await server
      .from('result_mails')
      .select(columnsOf(resultMail))
      .eq('id', id)
      .throwOnError();
    return parseRows(resultMail, data)[0];
  } catch (error) {
    logProblem('a mail on its way could not be read', error);
    return undefined;
  }
}
