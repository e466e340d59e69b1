import * as z from 'zod/mini';
import type { RunEvent } from '#web/lib/server/rows.ts';
import { t } from '#web/texts/app.ts';

const kept = z.object({ count: z.number() });
const planned = z.object({ queries: z.array(z.string()) });
const question = z.object({ question: z.string() });
const gaps = z.object({ open: z.number(), of: z.number() });
const searched = z.object({ query: z.string(), hits: z.number() });
const leftOut = z.object({ query: z.string(), why: z.string() });
const read = z.object({ host: z.string(), quotes: z.number() });
const notRead = z.object({ host: z.string(), why: z.string() });
const wrote = z.object({ model: z.string() });
const checked = z.object({ sentences: z.number(), unverified: z.number() });

/** Steps of the tools that read the web, in words. */
export const WEB_WORDS = {
  kept_sources: (params: unknown) => {
    const step = kept.safeParse(params).data;
    return step && t('delegation.step.kept_sources', step);
  },
  planned_search: (params: unknown) => {
    const { queries } = planned.safeParse(params).data ?? {};
    return queries && t('delegation.step.planned_search', { count: queries.length });
  },
  planned_question: (params: unknown) => {
    const step = question.safeParse(params).data;
    return step && t('delegation.step.planned_question', step);
  },
  found_gaps: (params: unknown) => {
    const step = gaps.safeParse(params).data;
    return step && t('delegation.step.found_gaps', step);
  },
  searched: (params: unknown) => {
    const step = searched.safeParse(params).data;
    return step && t('delegation.step.searched', step);
  },
  search_left_out: (params: unknown) => {
    const step = leftOut.safeParse(params).data;
    return step && t('delegation.step.search_left_out', { query: step.query, why: wordWhy(step.why) });
  },
  read_page: (params: unknown) => {
    const step = read.safeParse(params).data;
    return step && t('delegation.step.read_page', step);
  },
  page_not_read: (params: unknown) => {
    const step = notRead.safeParse(params).data;
    return step && t('delegation.step.page_not_read', { host: step.host, why: wordWhy(step.why) });
  },
  wrote_answer: (params: unknown) => {
    const step = wrote.safeParse(params).data;
    return step && t('delegation.step.wrote_answer', step);
  },
  checked_answer: (params: unknown) => {
    const step = checked.safeParse(params).data;
    if (!step) return undefined;
    return step.unverified === 0
      ? t('delegation.step.checked_answer', step)
      : t('delegation.step.checked_answer_gaps', step);
  },
};

/** The words that an event says went to a search engine. */
export function wordQueries({ key, params }: Pick<RunEvent, 'key' | 'params'>): string[] {
  const { queries = [] } = (key === 'planned_search' && planned.safeParse(params).data) || {};
  return queries.map((query) => t('delegation.sent.query', { query }));
}

/** The search engine as somebody who is sent something, with its name where it is known. */
export function wordEngine(engine: string | null): string {
  return engine === null ? t('delegation.sent.to_search') : t('delegation.sent.to_other', { name: engine });
}

/** Why something was not read: reasons of a page of the web, of the run's means, or else of the AI service. */
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
    default:
      return t('delegation.why.service');
  }
}
