/** A part of a report: Markdown, or the figure with this number. */
export type ReportPart = { readonly markdown: string } | { readonly figure: number };

const MARK = /^\[figure (\d{1,3})\]$/;

/** Cuts a report at the places of its figures. A mark within a line is text like any other. */
export function splitFigures(markdown: string): ReportPart[] {
  const parts: ReportPart[] = [];
  let lines: string[] = [];
  const end = (): void => {
    const text = lines.join('\n').trim();
    if (text !== '') parts.push({ markdown: text });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const figure = MARK.exec(line.trim())?.[1];
    if (figure === undefined) {
      lines.push(line);
      continue;
    }
    end();
    parts.push({ figure: Number(figure) });
  }
  end();
  return parts;
}
