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
export const COMPUTING_RULE = `- Never compute. Where a difference, a sum or a share helps, write {{= c5 - c6}} with the names of figures that stand behind the claims (c5 = 530, or c3.1 = 25), and code fills in the result. Use + - * / and brackets, and no number of your own but a factor between units, such as 100 or 12. A vertical bar sets the format: {{= c5 / c6 | percent}}, {{= c5 / c6 | round:1}}. The unit is in your words.`;

/** How a writer names the claims that its sentences rest on. Whatever it says without them, code counts or marks. */
export const CITING_RULE = `- Every sentence that uses a claim, headings too, ends with its id in brackets: [c1], or [c1, c4]. Its numbers and dates come from the claims that it names. Use only ids that are given, and say nothing about the world that no claim says. Where claims differ, give both.`;
