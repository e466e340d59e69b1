import type { Evidence } from '#domain/evidence.ts';
import { linkTarget } from '#domain/foreign-text.ts';
import { readTarget } from './read-target.ts';

/**
 * Addresses that links in an answer may point to (docs/decisions/014): pages that the run found and addresses
 * that the person wrote. Any other may be one that a model put together from private data, and a click would
 * send it to that host.
 */
export type KnownAddresses = ReadonlySet<string>;

/** `words`: the person's own texts, in which typed addresses are found. */
export function knownAddresses(
  evidence: Pick<Evidence, 'sources' | 'unread'> | null,
  words: readonly string[],
): KnownAddresses {
  const found = [...(evidence?.sources ?? []), ...(evidence?.unread ?? [])].map(({ url }) => url);
  const addresses = [...found, ...words.flatMap(addressesIn)].map(toAddress);
  return new Set(addresses.filter((address) => address !== undefined));
}

/** Exact match: a known page with anything appended is a different address. */
export function isKnown(known: KnownAddresses, href: string): boolean {
  const address = toAddress(href);
  return address !== undefined && known.has(address);
}

/** True if a text is the address itself, with or without its scheme. */
export function saysAddress(text: string, href: string): boolean {
  const address = toAddress(href);
  return ['', 'https://', 'http://', 'mailto:'].some((begin) => toAddress(begin + text) === address);
}

/** Normalised for comparison; undefined if it must not be linked. */
function toAddress(href: string): string | undefined {
  return readTarget(linkTarget(href))?.href;
}

const WORD = /[^\s<>"“”„«»]+/g;
const WRITTEN_OUT = /https?:\/\/.+/i;
const MAILBOX = /^[^@/:?]+@[^@/:?]+\.[^@/:?]+$/;
const HOST = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#].*)?$/u;
/** Punctuation that usually ends a sentence or bracket, but may belong to the address. */
const LAST_SIGN = /[.,;:!?'’)\]}]$/;

function addressesIn(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) => {
    const from = WRITTEN_OUT.exec(word)?.[0] ?? word.replace(/^[([{'‘]+/, '');
    const forms = [from];
    for (let form = from; LAST_SIGN.test(form); ) {
      form = form.slice(0, -1);
      forms.push(form);
    }
    return forms.flatMap(addressesOf);
  });
}

function addressesOf(word: string): string[] {
  if (WRITTEN_OUT.test(word)) return [word];
  if (MAILBOX.test(word)) return [`mailto:${word}`];
  return HOST.test(word) ? [`https://${word}`, `http://${word}`] : [];
}
