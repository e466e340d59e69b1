import { IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import type { Run, RunRecord } from '#domain/rows/run-row.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import { type TextId, t } from '#web/texts/later.ts';
import type { ReceiptContent } from '#web/ui/paper/receipt-content.ts';
import { costWords } from '../cost-words.ts';
import { toReceiptSteps } from '../evidence/to-receipt-steps.ts';
import { secondsBetween, toFullMoment } from '../moments.ts';
import { wordSentBy } from '../progress/word-sent.ts';
import { toLanguageName } from '../progress/word-step.ts';
import { wordAnswers } from '../questions/questions-as-wish.ts';
import { toolName } from '../tools.ts';
import { wordPromise } from '../word-contract.ts';

/** A receipt without its evidence, the name at its top, and what is true only today. */
export interface ReceiptWords extends ReceiptContent {
  /** Where no evidence was collected. */
  readonly unverified: string;
}

/** What a receipt says on screen, on paper and in files. */
export function wordReceipt(title: string, { run, events }: RunRecord): ReceiptWords {
  const tool = toolName(run.ai_task_type);
  return {
    number: slipNumber(run.slip_number) ?? '',
    note: run.finished_at
      ? t('delegation.receipt.note', { tool, time: toFullMoment(new Date(run.finished_at)) })
      : tool,
    title,
    steps: toReceiptSteps(run, events),
    took: secondsBetween(run.created_at, run.finished_at),
    asked: wordAnswers(run),
    sent: wordSentBy(run, events),
    unverified: t(unverifiedOf(run)),
    promise: run.contract && run.contract_outcome && wordPromise(run.contract, run.contract_outcome),
    facts: [
      [t('delegation.receipt.model'), run.model_used ?? t('delegation.receipt.no_model')],
      ...(isPicture(run) ? [] : [[t('delegation.receipt.language'), toLanguageName(run.language)] as const]),
    ],
    cost: [[t('delegation.receipt.task'), costWords(run.is_demo)]],
  };
}

const isPicture = ({ ai_task_type }: Run): boolean => IMAGE_TASK_TYPES.includes(ai_task_type);

function unverifiedOf(run: Run): TextId {
  return isPicture(run) ? 'delegation.receipt.unverified_picture' : 'delegation.receipt.unverified';
}
