import type { Analysis } from '#domain/analysis/analysis.ts';
import { type Evidence, isPage } from '#domain/evidence.ts';
import { t } from '#web/texts/later.ts';
import { wordIssue, wordTable } from './word-issue.ts';

/** Pages that were read and are not cited; those of the person's own file don't count. */
export const countAside = ({ sources, pages_read }: Evidence): number =>
  sources.some(isPage) ? 0 : pages_read - sources.length;

/** What a receipt lists as unverified, in a file. */
export function wordUnverified({ unverified, open, analysis, unsourced = 0 }: Evidence): string[] {
  const gaps = [...open, ...unverified];
  return [
    ...(gaps.length > 0 ? gaps : [wordNoGaps(analysis)]),
    ...(unsourced > 0 ? [t('delegation.evidence.unsourced', { count: unsourced })] : []),
  ];
}

export const wordNoGaps = (analysis: Evidence['analysis']): string =>
  t(analysis ? 'delegation.computed.all_bound' : 'delegation.evidence.all_verified');

export interface UsedTable {
  readonly title: string;
  readonly rows: string;
  /** Where it came from, and what of it wasn't used. */
  readonly notes: readonly string[];
}

export function wordUsedTable({
  file,
  page,
  sheet,
  origin,
  rows,
  issues,
}: Analysis['tables'][number]): UsedTable {
  const aside = issues
    .filter(({ key }) => SET_ASIDE.has(key))
    .reduce((sum, { params }) => sum + Number(params['rows'] ?? 0), 0);
  const notAsked = issues.find(({ key }) => key === 'not_asked');
  const notes = [
    origin === 'image' ? t('delegation.table_from_picture') : undefined,
    notAsked && wordIssue(notAsked),
    aside > 0 ? t('delegation.table_set_aside', { rows: aside }) : undefined,
  ];
  return {
    title: wordTable({ file, page, sheet }),
    rows: t('delegation.table_rows', { rows }),
    notes: notes.filter((note) => note !== undefined),
  };
}

const SET_ASIDE = new Set([
  'notes_set_aside',
  'totals_set_aside',
  'sums_set_aside',
  'broken_rows',
  'lines_between',
  'cut',
]);
