/** The eight things a task can be delegated as, in the order the form shows them. The names are stored and sent as they are. */
export const AI_TASK_TYPES = [
  'answer',
  'research',
  'web_search',
  'reasoning',
  'create_image',
  'image_edit',
  'data_analysis',
  'doc_summary',
] as const;

export type AiTaskType = (typeof AI_TASK_TYPES)[number];
