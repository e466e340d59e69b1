import type { GoldenTask } from './golden-task.ts';
import { ANALYSES } from './tasks/analyses.ts';
import { COPIED_EXAMPLES } from './tasks/copied-examples.ts';
import { OFFICE_DOCUMENTS } from './tasks/office-documents.ts';
import { OFFICE_WORKBOOKS } from './tasks/office-workbooks.ts';
import { OTHER_DOCUMENTS } from './tasks/other-documents.ts';
import { PICTURED_TABLES } from './tasks/pictured-tables.ts';
import { PICTURES } from './tasks/pictures.ts';
import { RESEARCHES } from './tasks/researches.ts';
import { SUMMARIES } from './tasks/summaries.ts';
import { WEB_SEARCHES } from './tasks/web-searches.ts';
import { ANSWERS, REASONINGS } from './tasks/written-answers.ts';

/** Three to sixteen tasks for each of the eight tools, chosen for their traps. */
export const GOLDEN_TASKS: readonly GoldenTask[] = [
  ...ANSWERS,
  ...REASONINGS,
  ...PICTURES,
  ...WEB_SEARCHES,
  ...RESEARCHES,
  ...ANALYSES,
  ...SUMMARIES,
  ...COPIED_EXAMPLES,
  ...OFFICE_WORKBOOKS,
  ...OFFICE_DOCUMENTS,
  ...OTHER_DOCUMENTS,
  ...PICTURED_TABLES,
];
