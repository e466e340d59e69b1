/** Part of a report: Markdown, or the number of a figure. */
export type ReportPart = { readonly markdown: string } | { readonly figure: number };

const MARK = /^\[figure (\d{1,3})\]$/;

/** The figure that a line stands for. */
function figureOf(line: string): number | undefined {
  const figure = MARK.exec(line.trim())?.[1];
  return figure === undefined ? undefined : Number(figure);
}

/** The figure whose place a paragraph keeps. */
export function figureAt(runs: readonly ({ readonly text: string } | null)[]): number | undefined {
  const [mark, ...others] = runs;
  return mark && others.length === 0 ? figureOf(mark.text) : undefined;
}

/** Splits a report at its figures. A figure mark within a line is plain text. */
export function splitFigures(markdown: string): ReportPart[] {
  const parts: ReportPart[] = [];
  let lines: string[] = [];
  const end = (): void => {
    const text = lines.join('\n').trim();
    if (text !== '') parts.push({ markdown: text });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const figure = figureOf(line);
    if (figure === undefined) {
      lines.push(line);
      continue;
    }
    end();
    parts.push({ figure });
  }
  end();
  return parts;
}
