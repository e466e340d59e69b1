import type { Claim } from '../evidence/claim.ts';
import type { Page } from './sources.ts';

/** A claim as shown to a writer, with source and date. */
export function claimLine({ id, source, text }: Claim, pages: readonly Page[]): string {
  const page = pages.find((each) => each.id === source);
  const date = page?.date ? `, ${page.date}` : '';
  return `[${id}] ${text} (${page?.host ?? source}${date})`;
}
