import { withDemoLabel } from '#domain/demo-label.ts';
import { DEMO_PHRASES } from './phrases.ts';
import type { DemoFacts } from './read-prompt.ts';

const OTHER_TASKS_SHOWN = 5;

/**
 * Builds a Markdown text from the facts of a task and fixed phrases. It invents nothing, and starts with a notice.
 */
export function assembleAnswer(facts: DemoFacts): string {
  const says = DEMO_PHRASES[facts.language];
  const known = facts.project ? [...facts.details, `${says.project}: ${facts.project}`] : facts.details;
  const parts = [
    `## ${facts.title}`,
    ...section(says.facts, list(known)),
    ...section(says.otherTasks, list(facts.otherTasks.slice(0, OTHER_TASKS_SHOWN))),
    ...section(says.wish, facts.wish && quote(facts.wish)),
    ...section(says.model, says.modelText),
    ...section(says.connect, says.connectText),
    '```\nAI_BASE_URL=https://openrouter.ai/api/v1\nAI_API_KEY=sk-or-…\n```',
  ];
  return withDemoLabel(says.label, parts.join('\n\n'));
}

function section(heading: string, body: string | null): string[] {
  return body ? [`### ${heading}`, body] : [];
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function quote(text: string): string {
  return text.replace(/^/gm, '> ');
}
