import { cutRows, EVENLY } from './cut-rows.ts';

const RUN = /\t+/g;

/**
 * A text whose columns somebody has aligned by as many tabs as it took, with one in place of each run of them. Where
 * single tabs cut the rows evenly, two of them stand around an empty cell: such a text is left as it is.
 */
export function evenTabs(text: string, sample: string): string {
  if (!sample.includes('\t\t')) return text;
  const single = cutRows(sample, '\t');
  const runs = cutRows(sample.replace(RUN, '\t'), '\t');
  const isAligned = runs.width > 1 && runs.isHeadCut && runs.evenness >= EVENLY && single.evenness < EVENLY;
  return isAligned ? text.replace(RUN, '\t') : text;
}
