/** Together with the columns before it, fits into a usual terminal. */
const WIDTH = 80;

/** Wraps a sentence at word boundaries. */
export function wrap(text: string, width = WIDTH): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
