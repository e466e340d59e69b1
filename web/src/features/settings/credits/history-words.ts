import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { type TextId, t } from '#web/texts/settings.ts';
import { toDay } from '../moments.ts';
import type { HistoryLine } from './read-credits.ts';

export interface LineWords {
  readonly title: string;
  /** Secondary line: which tool, or the reason. */
  readonly why: string;
}

const GRANTS: Readonly<Record<string, TextId>> = {
  welcome: 'settings.grant.welcome',
  monthly: 'settings.grant.monthly',
  pack: 'settings.grant.pack',
  redeem: 'settings.grant.redeem',
  operator: 'settings.grant.operator',
};

/** Short reasons by `ai_runs.error_code`. Any other code has just "failed". */
const REASONS: Readonly<Record<string, TextId>> = {
  temporarily_unavailable: 'settings.history.reason.service',
  not_set_up: 'settings.history.reason.set_up',
  provider_failed: 'settings.history.reason.service',
  busy: 'settings.history.reason.busy',
  incomplete_answer: 'settings.history.reason.incomplete',
  empty_answer: 'settings.history.reason.incomplete',
  too_long: 'settings.history.reason.too_long',
  refused: 'settings.history.reason.refused',
  deadline: 'settings.history.reason.deadline',
  interrupted: 'settings.history.reason.interrupted',
  over_budget: 'settings.history.reason.over_budget',
  run_limit: 'settings.history.reason.run_limit',
  search_failed: 'settings.history.reason.search',
  pages_away: 'settings.history.reason.pages',
  no_sources: 'settings.history.reason.no_sources',
  unusable_file: 'settings.history.reason.file',
  file_limits: 'settings.history.reason.file',
  no_image: 'settings.history.reason.picture',
  invalid_image: 'settings.history.reason.picture',
  opaque_image: 'settings.history.reason.picture',
  image_not_fetched: 'settings.history.reason.picture',
};

/** Name of a grant's kind. Unknown kinds of a newer server are just "credits". */
export function grantName(kind: string): string {
  return t(GRANTS[kind] ?? 'settings.grant.other');
}

/** Description of a ledger entry. */
export function toWords(line: HistoryLine): LineWords {
  switch (line.kind) {
    case 'debit':
      return { title: taskTitle(line), why: toolName(line) };
    case 'refund':
      return { title: taskTitle(line), why: t('settings.history.returned', { reason: returnReason(line) }) };
    case 'revoke':
      return { title: t('settings.history.revoked'), why: t('settings.history.revoked.why') };
    case 'expire':
      return line.run_id === null
        ? { title: t('settings.history.expired'), why: expiryReason(line) }
        : { title: taskTitle(line), why: t('settings.history.expired.late') };
    default:
      return {
        title: grantName(line.kind),
        why:
          line.expires_at === null
            ? t('settings.grants.never')
            : t('settings.grants.until', { day: toDay(line.expires_at) }),
      };
  }
}

function expiryReason({ reason }: HistoryLine): string {
  return t(reason === 'replaced' ? 'settings.history.expired.replaced' : 'settings.history.expired.why');
}

function taskTitle({ task_title }: HistoryLine): string {
  return task_title ?? t('settings.history.task_deleted');
}

function toolName({ ai_task_type }: HistoryLine): string {
  const type = AI_TASK_TYPES.find((known) => known === ai_task_type);
  return type ? t(`tools.${type}.name`) : t('settings.history.ai_task');
}

function returnReason({ reason, error_code }: HistoryLine): string {
  if (reason === 'cancelled') return t('settings.history.reason.cancelled');
  return t(REASONS[error_code ?? ''] ?? 'settings.history.reason.failed');
}

/** With a true minus sign (U+2212), or a plus for credits received. */
export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}
