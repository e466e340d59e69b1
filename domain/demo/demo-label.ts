import type { AiTaskType } from '../ai-task.ts';

/** Says once that a result is the demo's. English only, like the demo. */
export const DEMO_LABEL = 'Demo: no AI model is connected, so only the example tasks have results.';

/** What the demo answers to any task but its examples. */
export const WITH_A_MODEL: Readonly<Record<AiTaskType, string>> = {
  answer: 'With a model connected, Errand would write the answer here.',
  reasoning: 'With a model connected, Errand would weigh the options here and show each step.',
  research: 'With a model connected, Errand would read many pages on this and cite every claim.',
  web_search: 'With a model connected, Errand would search the web and list the links worth opening.',
  data_analysis: 'With a model connected, Errand would compute figures and charts from your files.',
  doc_summary: 'With a model connected, Errand would answer from your PDF and name the page for every point.',
  create_image: 'With a model connected, Errand would make this picture.',
  image_edit: 'With a model connected, Errand would change your picture and leave the rest alone.',
};

/** Prepends the label as a bold quote, so that it stays with the text when that is copied or downloaded. */
export function withDemoLabel(markdown: string): string {
  return `> **${DEMO_LABEL}**\n\n${markdown}`;
}

/**
 * Removes the label of a demo's answer. Not for a model's answers, which may begin with a quote of their own.
 */
export function withoutDemoLabel(markdown: string): string {
  const [first = '', ...rest] = markdown.split('\n');
  return first.startsWith('> **') && first.endsWith('**') ? rest.join('\n').trimStart() : markdown;
}
