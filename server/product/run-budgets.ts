import type { AiTaskType } from '#domain/ai-task.ts';

/**
 * USD that one run may cost at most, by tool, where the operator names no limit: what it needs with the default models,
 * and below what a credit of the cheapest pack costs (599 EUR for 5,000: 0.12 EUR).
 */
export const RUN_BUDGETS = {
  answer: 0.1,
  reasoning: 0.1,
  doc_summary: 0.1,
  data_analysis: 0.1,
  // Three searches and ten pages.
  web_search: 0.1,
  // Twelve searches at 0.006, of which 0.3 is left; then twenty pages at 0.001, and the report.
  research: 0.115,
  // Four tries, each with what a picture costs at most set aside: 0.02.
  create_image: 0.08,
  // Three tries of 0.03.
  image_edit: 0.1,
} as const satisfies Readonly<Record<AiTaskType, number>>;
