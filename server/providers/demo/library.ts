import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A page invented for the demo. */
export interface LibraryPage {
  readonly url: string;
  readonly title: string;
  /** ISO date. */
  readonly date: string;
  readonly paragraphs: readonly string[];
  /** SHA-256 of its file, hex. */
  readonly hash: string;
}

const FOLDER = new URL('./library/', import.meta.url);

/** The `.example` domain is reserved (RFC 2606), so no link of the demo leads to a real site. */
const HEAD = /^# (.+)\n(https:\/\/[a-z-]+\.example\/[a-z0-9/-]+) (\d{4}-\d{2}-\d{2})$/;

/** Reads the pages in the folder `library`. Throws if one is malformed. */
export function readLibrary(): LibraryPage[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => readPage(name, readFileSync(new URL(name, FOLDER), 'utf8')));
}

function readPage(name: string, text: string): LibraryPage {
  const [head = '', ...paragraphs] = text.trim().split('\n\n');
  const [, title, url, date] = HEAD.exec(head) ?? [];
  if (!title || !url || !date) throw new Error(`the demo's page ${name} has no title, address and date`);
  return { title, url, date, paragraphs, hash: createHash('sha256').update(text).digest('hex') };
}
