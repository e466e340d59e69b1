import type { Claim } from '../evidence/claim.ts';
import { namedFigures } from '../evidence/compute-figure.ts';
import type { Page } from './sources.ts';

/** A claim as shown to a writer, with source and date, and the names of its figures. */
export function claimLine(claim: Claim, pages: readonly Page[], language: string): string {
  const { id, source, text } = claim;
  const page = pages.find((each) => each.id === source);
  const figures = namedFigures(claim, language).map(({ name, value }) => `${name} = ${value}`);
  const of = [page?.host ?? source, page?.date].filter((each) => each).join(', ');
  return `[${id}] ${text} (${[of, ...figures].join('; ')})`;
}

/** How a writer has code compute. */
export const COMPUTING_RULE = `- You never compute. Where a difference, a sum or a share of the claims' figures helps, write it as {{= c5 - c6}}, and code fills in the result. The names of figures stand behind each claim: c5 = 530, or c3.1 = 25; c3.2 = 70. Use + - * / and brackets, and no number of your own but a factor between units, such as 100 or 12. A bar says how it is written: {{= c5 / c6 | percent}}, {{= c5 / c6 | round:1}}. The words around it say what it is, with its unit.`;
