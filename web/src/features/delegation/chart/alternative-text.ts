import { t } from '#web/texts/later.ts';
import { type ChartData, wordMark } from './chart-data.ts';

/** Above this many marks, hearing each of them takes longer than the table. */
const SAID = 12;

/** What a chart shows, for whoever doesn't see it. */
export function alternativeText(data: ChartData): string {
  const { kind, marks, format, unit } = data;
  const name = t(`delegation.chart.${kind}`);
  if (marks.length <= SAID)
    return t('delegation.chart.all', {
      kind: name,
      values: marks.map((mark) => `${mark.label}: ${wordMark(mark, data)}`).join('; '),
    });
  const numbers = marks.flatMap(({ values }) => values.filter((value) => value !== null));
  return t('delegation.chart.range', {
    kind: name,
    count: marks.length,
    low: format(Math.min(...numbers), unit),
    high: format(Math.max(...numbers), unit),
  });
}
