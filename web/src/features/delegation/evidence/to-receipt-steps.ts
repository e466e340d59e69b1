import type { Run, RunEventRow } from '#domain/rows/run-row.ts';
import { runEvent } from '#domain/run/run-events.ts';
import { toRanges } from '#domain/to-ranges.ts';
import { t } from '#web/texts/later.ts';
import type { TrailStep } from '#web/ui/paper/receipt-content.ts';
import { secondsBetween } from '../moments.ts';
import { toTrailSteps, wordStep } from '../progress/word-step.ts';
import { withUnit } from '../with-unit.ts';

/**
 * Steps of a run for its receipt: consecutive events of a kind, which the live trail shows one by one, are
 * merged into a line. Queries and sources are listed below it anyway.
 */
export function toReceiptSteps(run: Pick<Run, 'created_at'>, events: readonly RunEventRow[]): TrailStep[] {
  return groupByKind(events).flatMap((group) => {
    // Which pages are missing, and why, is never merged.
    const apart = group.filter(({ key }) => key === 'pages_left_out');
    const merged = group.filter((event) => !apart.includes(event));
    const text = merged.length > 1 ? wordGroup(merged) : undefined;
    if (text === undefined) return toTrailSteps(run, group);
    const at = secondsBetween(run.created_at, merged.at(-1)?.created_at ?? null) ?? 0;
    return [{ at, text }, ...toTrailSteps(run, apart)];
  });
}

const READING = new Set(['read_page', 'page_not_read']);
const SECOND_READING = new Set(['read_twice', 'not_read_twice']);
const READING_PARTS = new Set(['read_pages', 'pages_left_out']);
const SCANNING = new Set(['read_scan', 'scan_not_read']);

function kindOf({ key }: RunEventRow): string {
  if (SCANNING.has(key)) return 'scanning';
  if (SECOND_READING.has(key)) return 'second reading';
  if (READING_PARTS.has(key)) return 'reading parts';
  return READING.has(key) ? 'reading' : key;
}

function groupByKind(events: readonly RunEventRow[]): RunEventRow[][] {
  const groups: RunEventRow[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.[0] && kindOf(last[0]) === kindOf(event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

function wordGroup(group: readonly RunEventRow[]): string | undefined {
  const [first] = group;
  if (!first) return undefined;
  if (first.key === 'searched') return t('delegation.step.searched_all', { count: group.length });
  if (SCANNING.has(first.key)) return wordScans(group);
  if (SECOND_READING.has(first.key)) return wordSecondReading(group);
  if (READING_PARTS.has(first.key)) return wordParts(group);
  if (!READING.has(first.key)) return undefined;
  const read = group.flatMap((event) => {
    const page = runEvent.safeParse(event).data;
    return page?.key === 'read_page' ? [page.params] : [];
  });
  const kept = read.reduce((sum, { quotes }) => sum + quotes, 0);
  const left = group.length - read.length;
  return left === 0
    ? t('delegation.step.read_all', { pages: read.length, quotes: kept })
    : t('delegation.step.read_some', { pages: read.length, quotes: kept, left });
}

function wordParts(group: readonly RunEventRow[]): string | undefined {
  const parts = group.flatMap((event) => {
    const step = runEvent.safeParse(event).data;
    return step?.key === 'read_pages' ? [step.params] : [];
  });
  const [first] = parts;
  if (first === undefined) return undefined;
  return t('delegation.step.read_parts', {
    ...withUnit({ unit: first.unit }),
    ranges: toRanges(pagesOf(parts)),
    of: first.of,
    parts: parts.length,
    quotes: parts.reduce((sum, { quotes }) => sum + quotes, 0),
  });
}

/** Parts of a document overlap, and are read at the same time. */
function pagesOf(parts: readonly { readonly from: number; readonly to: number }[]): number[] {
  const pages = parts.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_page, at) => from + at),
  );
  return [...new Set(pages)].toSorted((a, b) => a - b);
}

/** One line for all calls; those that failed count as not read. */
function wordSecondReading(group: readonly RunEventRow[]): string | undefined {
  const steps = group.flatMap((event) => runEvent.safeParse(event).data ?? []);
  const read = steps.flatMap((step) => (step.key === 'read_twice' ? [step.params] : []));
  const failed = steps.flatMap((step) => (step.key === 'not_read_twice' ? [step.params] : []));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const of = sum([...read, ...failed].map((params) => params.of));
  const [first] = read;
  if (first === undefined) {
    const why = failed[0]?.why;
    return why === undefined ? undefined : wordStep({ key: 'not_read_twice', params: { of, why } });
  }
  const params = {
    model: first.model,
    read: sum(read.map((each) => each.read)),
    of,
    doubted: sum(read.map(({ doubted }) => doubted)),
  };
  return wordStep({ key: 'read_twice', params });
}

function wordScans(group: readonly RunEventRow[]): string {
  const pages = group.filter(({ key }) => key === 'read_scan').length;
  const left = group.length - pages;
  return left === 0
    ? t('delegation.step.read_scans', { pages })
    : t('delegation.step.read_some_scans', { pages, left });
}
