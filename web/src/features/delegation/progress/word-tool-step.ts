import type { TableStep, WebStep } from '#domain/run/run-steps.ts';
import { t } from '#web/texts/app.ts';

/** Text of a step of a data analysis or a web tool. */
export function wordToolStep(step: TableStep | WebStep): string {
  switch (step.key) {
    case 'kept_sources':
      return t('delegation.step.kept_sources', step.params);
    case 'planned_search':
      return t('delegation.step.planned_search', { count: step.params.queries.length });
    case 'planned_question':
      return t('delegation.step.planned_question', step.params);
    case 'found_gaps':
      return t('delegation.step.found_gaps', step.params);
    case 'followed_leads':
      return t('delegation.step.followed_leads', { names: step.params.names.join(', ') });
    case 'searched':
      return t('delegation.step.searched', step.params);
    case 'search_left_out':
      return t('delegation.step.search_left_out', {
        query: step.params.query,
        why: wordWhy(step.params.why),
      });
    case 'read_page':
      return t('delegation.step.read_page', step.params);
    case 'page_not_read':
      return t('delegation.step.page_not_read', { host: step.params.host, why: wordWhy(step.params.why) });
    case 'wrote_answer':
      return t('delegation.step.wrote_answer', step.params);
    case 'checked_answer':
      return step.params.unverified === 0
        ? t('delegation.step.checked_answer', step.params)
        : t('delegation.step.checked_answer_gaps', step.params);
    case 'read_picture':
      return t('delegation.step.read_picture', step.params);
    case 'picture_not_read':
      return t('delegation.step.picture_not_read', step.params);
    case 'read_twice':
      return step.params.read === step.params.of
        ? t('delegation.step.read_twice', step.params)
        : t('delegation.step.read_twice_in_part', step.params);
    case 'not_read_twice':
      return t('delegation.step.not_read_twice', { of: step.params.of, why: wordWhy(step.params.why) });
    case 'corrected':
      return step.params.of === undefined || step.params.of === step.params.sentences
        ? t('delegation.step.corrected', step.params)
        : t('delegation.step.corrected_in_part', { ...step.params, of: step.params.of });
    case 'read_corrections':
      return t('delegation.step.read_corrections', step.params);
    case 'reading_took': {
      const { seconds, percent } = step.params;
      return percent === null
        ? t('delegation.step.reading_took', { seconds })
        : t('delegation.step.reading_took_and_cost', { seconds, percent });
    }
    case 'looked_for_points':
      return t('delegation.step.looked_for_points', step.params);
    case 'read_tables':
      return t('delegation.step.read_tables', step.params);
    case 'ran_queries':
      return step.params.failed === 0
        ? t('delegation.step.ran_queries', step.params)
        : t('delegation.step.ran_queries_failed', step.params);
    case 'bound_numbers':
      return step.params.loose === 0
        ? t('delegation.step.bound_numbers', step.params)
        : t('delegation.step.bound_numbers_loose', step.params);
  }
}

/** A query sent to a search engine. */
export const wordQuery = (query: string): string => t('delegation.sent.query', { query });

/** The search engine as a recipient, by name if known. */
export function wordEngine(engine: string | null): string {
  return engine === null ? t('delegation.sent.to_search') : t('delegation.sent.to_other', { name: engine });
}

/** Why something was not read: a web page's reason, the run's budget, or the AI service's reason. */
export function wordWhy(why: string): string {
  switch (why) {
    case 'robots':
      return t('delegation.why.robots');
    case 'forbidden':
      return t('delegation.why.forbidden');
    case 'type':
    case 'text':
      return t('delegation.why.text');
    case 'size':
      return t('delegation.why.size');
    case 'slow':
      return t('delegation.why.slow');
    case 'status':
    case 'unreachable':
    case 'redirects':
      return t('delegation.why.unreachable');
    case 'budget':
    case 'day_budget':
    case 'calls':
      return t('delegation.why.budget');
    case 'time':
      return t('delegation.why.time');
    case 'unusable':
      return t('delegation.why.second_answer');
    case 'none':
      return t('delegation.why.no_second');
    default:
      return t('delegation.why.service');
  }
}
