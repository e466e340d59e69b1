import type { AiTaskType } from '../ai-task.ts';
import type { TaskCategory, TaskPriority, TaskTimeframe } from '../task.ts';

/** A file that comes with an example task. */
export interface ExampleFile {
  /** Its name, and below `/examples/` its address. */
  readonly name: string;
  readonly type: string;
  /** Hex, of its content: another file of the same name isn't the example. */
  readonly sha256: string;
}

/** A task that the demo can really do, because its result was prepared. */
export interface ExampleTask {
  readonly title: string;
  readonly category: TaskCategory;
  readonly priority: TaskPriority;
  readonly timeframe: TaskTimeframe;
  readonly file: ExampleFile | null;
}

/** One example for each tool. The landing page shows the same tasks. */
export const EXAMPLE_TASKS: Readonly<Record<AiTaskType, ExampleTask>> = {
  answer: {
    title: 'Write to the neighbours about Saturday’s noise',
    category: 'personal',
    priority: 'medium',
    timeframe: 'today',
    file: null,
  },
  reasoning: {
    title: 'Rent or buy a van for six trips a year?',
    category: 'personal',
    priority: 'medium',
    timeframe: 'future',
    file: null,
  },
  research: {
    title: 'Check the winter tyre rules for the drive to Bolzano',
    category: 'personal',
    priority: 'high',
    timeframe: 'today',
    file: null,
  },
  web_search: {
    title: 'Find paint shops in Vienna that open on Saturday',
    category: 'personal',
    priority: 'medium',
    timeframe: 'next_weekend',
    file: null,
  },
  data_analysis: {
    title: 'Chart where the household money went this year',
    category: 'personal',
    priority: 'medium',
    timeframe: 'tomorrow',
    file: {
      name: 'household-2026.csv',
      type: 'text/csv',
      sha256: 'c6824158bcd298fd00c316d6b56a47cad33781d91d155310592424d72441307a',
    },
  },
  doc_summary: {
    title: 'What does clause 11 of the lease mean for me?',
    category: 'personal',
    priority: 'high',
    timeframe: 'today',
    file: {
      name: 'lease.pdf',
      type: 'application/pdf',
      sha256: '14beaf182e3d998e8ed658da3e2f5619899cae37453e1a65f98121ae5a511ca6',
    },
  },
  create_image: {
    title: 'A birthday card with two foxes in the snow',
    category: 'personal',
    priority: 'low',
    timeframe: 'tomorrow',
    file: null,
  },
  image_edit: {
    title: 'Paint this hallway in sage green',
    category: 'personal',
    priority: 'low',
    timeframe: 'next_weekend',
    file: {
      name: 'hallway.webp',
      type: 'image/webp',
      sha256: '2417aba9d941c4feb2a98751fd7de2ddee07f96f3d1d31661f5601e3b1c229f4',
    },
  },
};
