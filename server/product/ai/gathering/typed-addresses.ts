import type { RunNotice } from '#domain/run/run-notices.ts';
import { ownWords } from '../prompts/own-words.ts';
import type { ToolInput } from '../tool.ts';
import { canonicalUrl, hostOf } from './canonical-url.ts';
import type { Candidate, Page } from './sources.ts';

/** Most pages that make sense for one task; more are a list, not a question. */
const MOST_READ = 5;

const ADDRESS = /\bhttps?:\/\/[^\s<>"“”„«»‹›「」『』（）、。，；]{1,2000}/gi;
/** Usually ends a sentence, not an address. */
const LAST_SIGN = /[.,;:!?'’*_|]$/;

/**
 * Addresses that the person typed, each page once. Not the project's, which nobody asked to read.
 */
export function typedAddresses(input: Parameters<typeof ownWords>[0]): string[] {
  const pages = new Map<string, string>();
  for (const [word] of ownWords(input).join('\n').matchAll(ADDRESS)) {
    const address = withoutEnd(word);
    const name = canonicalUrl(address);
    if (name !== null && !pages.has(name)) pages.set(name, address);
  }
  return [...pages.values()];
}

/** Strips a closing bracket unless the address has its opening one. */
function withoutEnd(word: string): string {
  for (let address = word; ; address = address.slice(0, -1)) {
    const bracket = ['()', '[]', '{}'].find(([, end]) => end !== undefined && address.endsWith(end));
    const isLoose = bracket !== undefined && !address.includes(bracket.charAt(0));
    if (!isLoose && !LAST_SIGN.test(address)) return address;
  }
}

/** Candidates for typed addresses, read before search results. `known`: pages that are available already. */
export function typedCandidates(input: ToolInput, known: readonly Candidate[]): Candidate[] {
  const names = new Set(known.map(({ url }) => canonicalUrl(url)));
  return typedAddresses(input)
    .filter((url) => !names.has(canonicalUrl(url)))
    .slice(0, MOST_READ)
    .map((url, index) => ({
      id: `s${known.length + index + 1}`,
      url,
      host: hostOf(url),
      title: hostOf(url),
      isTyped: true,
    }));
}

/** Notices for requested pages that are not in the answer. */
export function unreadNotices(
  input: ToolInput,
  { candidates, pages }: { readonly candidates: readonly Candidate[]; readonly pages: readonly Page[] },
): RunNotice[] {
  const read = new Set(pages.map(({ id }) => id));
  const names = new Set(candidates.filter(({ id }) => read.has(id)).map(({ url }) => canonicalUrl(url)));
  const addresses = typedAddresses(input)
    .filter((url) => !names.has(canonicalUrl(url)))
    .map(toName);
  return addresses.length > 0 ? [{ key: 'addresses_not_read', params: { addresses } }] : [];
}

const NAME = 100;

/** Drops secrets from a URL: credentials and query. */
function toName(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname.replace(/\/$/, '')}`.slice(0, NAME).toWellFormed();
}

/** A planner's rule if there are such addresses. They are read in any case. */
export const TYPED_RULE = `- The pages whose addresses stand in the task are read first, whatever you name. Name queries for what goes beyond them; none at all ([]) where the person asks about these pages alone.`;
