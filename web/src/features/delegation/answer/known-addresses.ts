import { createContext } from 'react';
import type { Evidence } from '#domain/evidence.ts';
import { linkTarget } from '#domain/foreign-text.ts';
import { readTarget } from './read-target.ts';

/**
 * Where links in an answer may lead (docs/decisions/014): pages that the run has found, and addresses that the person
 * has written. A model may have put any other together from what it was told, and a press would tell its host.
 */
export type KnownAddresses = ReadonlySet<string>;

/** Those of the answer that is drawn here. Without any around it nothing in an answer can be pressed. */
export const Known = createContext<KnownAddresses>(new Set());

/** `words`: the person's own, in which the addresses stand as they were typed. */
export function knownAddresses(
  evidence: Pick<Evidence, 'sources' | 'unread'> | null,
  words: readonly string[],
): KnownAddresses {
  const found = [...(evidence?.sources ?? []), ...(evidence?.unread ?? [])].map(({ url }) => url);
  const addresses = [...found, ...words.flatMap(addressesIn)].map(toAddress);
  return new Set(addresses.filter((address) => address !== undefined));
}

/** To the letter: the same page with something more behind its address is another address. */
export function isKnown(known: KnownAddresses, href: string): boolean {
  const address = toAddress(href);
  return address !== undefined && known.has(address);
}

/** Whether a text is the address itself, with or without what stands before its host. */
export function saysAddress(text: string, href: string): boolean {
  const address = toAddress(href);
  return ['', 'https://', 'http://', 'mailto:'].some((begin) => toAddress(begin + text) === address);
}

/** However its brackets and letters are written; undefined where nothing may be led to. */
function toAddress(href: string): string | undefined {
  return readTarget(linkTarget(href))?.href;
}

const WORD = /[^\s<>"“”„«»]+/g;
const WRITTEN_OUT = /https?:\/\/.+/i;
const MAILBOX = /^[^@/:?]+@[^@/:?]+\.[^@/:?]+$/;
const HOST = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#].*)?$/u;
/** Ends a sentence or a bracket more often than an address, but may be its own. */
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
