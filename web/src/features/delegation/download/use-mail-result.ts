import { useState } from 'react';
import type { ResultMail } from '#domain/functions/answers.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { t } from '#web/texts/later.ts';

/** Sends a result to the person's own address, and says how that went. */
export function useMailResult(runId: string, withReceipt: boolean): () => void {
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    const id = `mail-${runId}`;
    notify.loading(t('delegation.mail.sending'), { id });
    try {
      const { mailResult } = await import('./mail-result.ts');
      tell(await mailResult(runId, withReceipt), id);
    } catch (error) {
      logProblem('a result was not mailed', error);
      const isRefused = error instanceof FunctionRefusedError;
      notify.error(isRefused ? error.message : t('delegation.mail.unavailable'), { id });
    } finally {
      setIsBusy(false);
    }
  };
  return () => {
    if (!isBusy) void send();
  };
}

function tell({ status, email, error_code: reason }: ResultMail, id: string): void {
  if (status === 'sent') notify.success(t('delegation.mail.sent', { email }), { id });
  else if (status !== 'failed') notify.blank(t('delegation.mail.pending', { email }), { id });
  else notify.error(t(`delegation.mail.${reason ?? 'unavailable'}`, { email }), { id });
}
