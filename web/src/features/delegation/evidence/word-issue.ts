import * as z from 'zod/mini';
import type { TableIssue } from '#domain/analysis.ts';
import type { TableIssueRow } from '#web/lib/server/analysis-row.ts';
import { t } from '#web/texts/app.ts';

const rows = z.object({ rows: z.number() });
const totals = z.object({ rows: z.number(), label: z.string() });
const sums = z.object({ rows: z.number(), labels: z.string() });
const broken = z.object({ rows: z.number(), line: z.number() });
const cells = z.object({ column: z.string(), cells: z.number() });
const unreadable = z.object({ column: z.string(), cells: z.number(), example: z.string() });
const number = z.object({ column: z.string(), example: z.string(), read_as: z.number() });
const date = z.object({ column: z.string(), example: z.string() });
const units = z.object({ column: z.string(), units: z.string() });
const between = z.object({ rows: z.number(), example: z.string() });
const groups = z.object({ rows: z.number(), example: z.string(), column: z.string() });
const beyond = z.object({ file: z.string(), read: z.number(), pages: z.number() });
const pages = z.object({ file: z.string(), pages: z.string() });
const wide = z.object({ file: z.string(), columns: z.number() });
const tables = z.object({ file: z.string(), read: z.number(), tables: z.number() });
const unseen = z.object({ shown: z.number() });
const unseenColumns = z.object({ columns: z.number(), shown: z.number() });
const encoding = z.object({ encoding: z.string() });
const columns = z.object({ columns: z.number() });
const characters = z.object({ count: z.number() });

type Words = Readonly<Record<TableIssue['key'], (params: unknown) => string | undefined>>;

/** Each thing that may be found in a table, in words. A new one in the domain does not compile until it is worded. */
const WORDS = new Map<string, Words[keyof Words]>(
  Object.entries({
    notes_set_aside: (params: unknown) => {
      const found = rows.safeParse(params).data;
      return found && t('delegation.issue.notes', found);
    },
    totals_set_aside: (params: unknown) => {
      const found = totals.safeParse(params).data;
      return found && t('delegation.issue.totals', found);
    },
    sums_set_aside: (params: unknown) => {
      const found = sums.safeParse(params).data;
      return found && t('delegation.issue.sums', found);
    },
    sums_unclear: (params: unknown) => {
      const found = sums.safeParse(params).data;
      return found && t('delegation.issue.sums_unclear', found);
    },
    broken_rows: (params: unknown) => {
      const found = broken.safeParse(params).data;
      return found && t('delegation.issue.broken', found);
    },
    short_rows: (params: unknown) => {
      const found = rows.safeParse(params).data;
      return found && t('delegation.issue.short', found);
    },
    open_quotes: (params: unknown) => {
      const found = rows.safeParse(params).data;
      return found && t('delegation.issue.quotes', found);
    },
    duplicates: (params: unknown) => {
      const found = rows.safeParse(params).data;
      return found && t('delegation.issue.duplicates', found);
    },
    one_column: () => t('delegation.issue.one_column'),
    cut_at_spaces: (params: unknown) => {
      const found = columns.safeParse(params).data;
      return found && t('delegation.issue.cut_at_spaces', found);
    },
    no_header: () => t('delegation.issue.no_header'),
    empty_cells: (params: unknown) => {
      const found = cells.safeParse(params).data;
      return found && t('delegation.issue.empty', found);
    },
    unreadable_cells: (params: unknown) => {
      const found = unreadable.safeParse(params).data;
      return found && t('delegation.issue.unreadable', found);
    },
    ambiguous_numbers: (params: unknown) => {
      const found = number.safeParse(params).data;
      return found && t('delegation.issue.numbers', found);
    },
    ambiguous_dates: (params: unknown) => {
      const found = date.safeParse(params).data;
      return found && t('delegation.issue.dates', found);
    },
    mixed_units: (params: unknown) => {
      const found = units.safeParse(params).data;
      return found && t('delegation.issue.units', found);
    },
    cut: (params: unknown) => {
      const found = rows.safeParse(params).data;
      return found && t('delegation.issue.cut', found);
    },
    lines_between: (params: unknown) => {
      const found = between.safeParse(params).data;
      return found && t('delegation.issue.between', found);
    },
    groups_in_column: (params: unknown) => {
      const found = groups.safeParse(params).data;
      return found && t('delegation.issue.groups', found);
    },
    pages_beyond: (params: unknown) => {
      const found = beyond.safeParse(params).data;
      return found && t('delegation.issue.pages_beyond', found);
    },
    pages_without_text: (params: unknown) => {
      const found = pages.safeParse(params).data;
      return found && t('delegation.issue.pages_without_text', found);
    },
    pages_broken: (params: unknown) => {
      const found = pages.safeParse(params).data;
      return found && t('delegation.issue.pages_broken', found);
    },
    too_wide: (params: unknown) => {
      const found = wide.safeParse(params).data;
      return found && t('delegation.issue.too_wide', found);
    },
    tables_beyond: (params: unknown) => {
      const found = tables.safeParse(params).data;
      return found && t('delegation.issue.tables_beyond', found);
    },
    not_asked: (params: unknown) => {
      const found = unseen.safeParse(params).data;
      return found && t('delegation.issue.not_asked', found);
    },
    columns_not_asked: (params: unknown) => {
      const found = unseenColumns.safeParse(params).data;
      return found && t('delegation.issue.columns_not_asked', found);
    },
    encoding: (params: unknown) => {
      const found = encoding.safeParse(params).data;
      return found && t('delegation.issue.encoding', found);
    },
    unreadable_characters: (params: unknown) => {
      const found = characters.safeParse(params).data;
      return found && t('delegation.issue.unreadable_characters', found);
    },
  } satisfies Words),
);

/** What was found, in words; undefined for what only a newer page knows. */
export function wordIssue({ key, params }: TableIssueRow): string | undefined {
  return WORDS.get(key)?.(params);
}
