/**
 * Prepends the demo's label, in the answer's language, as a bold quote. It stays with the text when that is
 * copied or downloaded; the interface omits it where it says the same beside the text.
 */
export function withDemoLabel(label: string, markdown: string): string {
  return `> **${label}**\n\n${markdown}`;
}

/**
 * Removes the label of a demo's answer. Not for a model's answers, which may begin with a quote of their own.
 */
export function withoutDemoLabel(markdown: string): string {
  const [first = '', ...rest] = markdown.split('\n');
  return first.startsWith('> **') && first.endsWith('**') ? rest.join('\n').trimStart() : markdown;
}
