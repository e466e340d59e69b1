/**
 * What the demo provider writes says first, in the language of the answer, that no model wrote it: a quote in bold.
 * It travels with the text wherever that is copied or downloaded. Where the interface says the same beside the text,
 * it leaves the label out.
 */
export function withDemoLabel(label: string, markdown: string): string {
  return `> **${label}**\n\n${markdown}`;
}

/** The text of a demo's answer without its label. Not for a model's answers: one may begin with a quote of its own. */
export function withoutDemoLabel(markdown: string): string {
  const [first = '', ...rest] = markdown.split('\n');
  return first.startsWith('> **') && first.endsWith('**') ? rest.join('\n').trimStart() : markdown;
}
