import type { PdfText } from '../../files/file-job.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';

export type Outline = PdfText['outline'];

/** Lines of an outline, one per bookmark. The deepest levels are left out if there is no room for them. */
export function outlineLines(outline: Outline, tokens: number): string[] {
  const deepest = Math.max(0, ...outline.map(({ level }) => level));
  for (let most = deepest; most > 0; most -= 1) {
    const lines = outline.filter(({ level }) => level <= most).map(lineOf);
    if (tokensOf(lines) <= tokens) return lines;
  }
  return [];
}

const lineOf = ({ title, page, level }: Outline[number]): string =>
  `${'  '.repeat(level - 1)}${title} (p. ${page})`;

const tokensOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
