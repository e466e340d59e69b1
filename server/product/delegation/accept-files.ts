import { attachmentRule } from '#domain/attachments.ts';
import { DELEGATION_REFUSALS, type DelegationRefusal } from '#domain/run/run-messages.ts';
import { GateShutError } from '#server/lib/work-gate.ts';
import { FunctionError } from '#server/platform/functions/function.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import type { PriceList } from '../ai/models/prices.ts';
import type { Money, Tool } from '../ai/tool.ts';
import { checkAttachments } from '../files/check-attachments.ts';
import type { FileWork } from '../files/file-work.ts';
import { budgetsOf, type ProductLimits } from '../limits.ts';
import type { Delegation } from './delegate-task.ts';

export interface AcceptingDeps {
  readonly files: FileAccess;
  readonly fileWork: FileWork;
  readonly limits: ProductLimits;
  readonly prices: PriceList;
}

interface Offered {
  readonly userId: string;
  readonly tool: Tool;
  readonly paths: readonly string[];
}

/** Inspects the files of a delegation. Throws a refusal for one that its tool can't work with. */
export async function acceptFiles(
  deps: AcceptingDeps,
  { userId, tool, paths }: Offered,
): Promise<Pick<Delegation, 'attachments' | 'files'>> {
  const { type } = tool;
  const rule = attachmentRule(type, {
    vision: tool.seesImages === true,
    texts: tool.readsTexts === true,
  });
  const money: Money = {
    usd: budgetsOf(type, deps.limits.budgets).runUsd,
    worstCost: (call) => deps.prices.worstCost(call),
  };
  try {
    const checked = await checkAttachments(deps, {
      userId,
      type,
      paths,
      rule,
      readsScans: tool.readsScans === true,
      lastPage: tool.lastPage && ((tokens) => tool.lastPage?.(tokens, money) ?? tokens.length),
    });
    if ('attachments' in checked) return checked;
    throw checked.refused === 'not_found' ? refusal('not_found') : refusal('unusable_file', checked.message);
  } catch (error) {
    throw error instanceof GateShutError ? refusal('over_budget') : error;
  }
}

export function refusal(code: DelegationRefusal, message?: string): FunctionError {
  const known = DELEGATION_REFUSALS[code];
  return new FunctionError(known.status, code, message ?? known.message);
}
