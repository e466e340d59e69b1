import type { Analysis } from '#domain/analysis/analysis.ts';
import { type TableIssue, tableIssue } from '#domain/analysis/table-issue.ts';
import type { StoredLine } from '#domain/line.ts';
import { t } from '#web/texts/later.ts';

/** Describes a problem in a table; undefined for kinds of a newer server. */
export function wordIssue(stored: StoredLine): string | undefined {
  const issue = tableIssue.safeParse(stored).data;
  return issue && wordKnown(issue);
}

/** Names a table by its file, with the page or sheet that it's on. */
export function wordTable({
  file,
  page,
  sheet,
}: Pick<Analysis['tables'][number], 'file' | 'page' | 'sheet'>): string {
  if (page !== null) return t('delegation.table_of_page', { file, page });
  return sheet === null ? file : t('delegation.table_of_sheet', { file, sheet });
}

const DAY_ORDERS = {
  column: 'delegation.issue.day_order_column',
  table: 'delegation.issue.day_order_table',
  country: 'delegation.issue.day_order_country',
} as const;

function wordKnown({ key, params }: TableIssue): string {
  switch (key) {
    case 'notes_set_aside':
      return params.says === ''
        ? t('delegation.issue.notes', params)
        : t('delegation.issue.notes_that_say', params);
    case 'totals_set_aside':
      return t('delegation.issue.totals', params);
    case 'sums_set_aside':
      return t('delegation.issue.sums', params);
    case 'sums_unclear':
      return t('delegation.issue.sums_unclear', params);
    case 'broken_rows':
      return t('delegation.issue.broken', params);
    case 'short_rows':
      return t('delegation.issue.short', params);
    case 'open_quotes':
      return t('delegation.issue.quotes', params);
    case 'duplicates':
      return t('delegation.issue.duplicates', params);
    case 'one_column':
      return t('delegation.issue.one_column');
    case 'cut_at_spaces':
      return t('delegation.issue.cut_at_spaces', params);
    case 'no_header':
      return t('delegation.issue.no_header');
    case 'empty_cells':
      return t('delegation.issue.empty', params);
    case 'unreadable_cells':
      return t('delegation.issue.unreadable', params);
    case 'ambiguous_numbers':
      return t('delegation.issue.numbers', params);
    case 'ambiguous_dates':
      return t('delegation.issue.dates', params);
    case 'day_order':
      return t(DAY_ORDERS[params.by], params);
    case 'mixed_offsets':
      return t('delegation.issue.offsets', params);
    case 'lengths_of_time':
      return t('delegation.issue.lengths', params);
    case 'times_of_day':
      return t('delegation.issue.times', params);
    case 'periods':
      return t('delegation.issue.periods', params);
    case 'rounded_numbers':
      return t('delegation.issue.rounded', params);
    case 'short_numbers':
      return t('delegation.issue.short_numbers', params);
    case 'marked_cells':
      return t('delegation.issue.marked', params);
    case 'units_in_part':
      return t('delegation.issue.units_in_part', params);
    case 'mixed_units':
      return t('delegation.issue.units', params);
    case 'cut':
      return t('delegation.issue.cut', params);
    case 'lines_between':
      return t('delegation.issue.between', params);
    case 'groups_in_column':
      return t('delegation.issue.groups', params);
    case 'heads_joined':
      return t('delegation.issue.heads', params);
    case 'sheet_split':
      return t('delegation.issue.sheet_split', params);
    case 'hidden_sheet':
      return t('delegation.issue.hidden_sheet');
    case 'hidden_rows':
      return t('delegation.issue.hidden_rows', params);
    case 'hidden_columns':
      return t('delegation.issue.hidden_columns', params);
    case 'merged_cells':
      return t('delegation.issue.merged', params);
    case 'error_cells':
      return t('delegation.issue.errors', params);
    case 'uncalculated':
      return t('delegation.issue.uncalculated', params);
    case 'sheet_uncalculated':
      return t('delegation.issue.sheet_uncalculated', params);
    case 'sheet_too_wide':
      return t('delegation.issue.sheet_too_wide', params);
    case 'linked_workbook':
      return t('delegation.issue.linked_workbook', params);
    case 'pages_beyond':
      return t('delegation.issue.pages_beyond', params);
    case 'pages_without_text':
      return t('delegation.issue.pages_without_text', params);
    case 'pages_broken':
      return t('delegation.issue.pages_broken', params);
    case 'too_wide':
      return t('delegation.issue.too_wide', params);
    case 'tables_beyond':
      return t('delegation.issue.tables_beyond', params);
    case 'not_asked':
      return t('delegation.issue.not_asked', params);
    case 'columns_not_asked':
      return t('delegation.issue.columns_not_asked', params);
    case 'encoding':
      return t('delegation.issue.encoding', params);
    case 'unreadable_characters':
      return t('delegation.issue.unreadable_characters', params);
  }
}
