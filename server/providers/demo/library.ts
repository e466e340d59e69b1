import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A page that was made up for the demo. */
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

/** Below `.example`, which is nobody's for ever (RFC 2606): no link of the demo leads to a stranger. */
const HEAD = /^# (.+)\n(https:\/\/[a-z-]+\.example\/[a-z0-9/-]+) (\d{4}-\d{2}-\d{2})$/;

/** The page that says what the others are about; found where no other is. */
export const ABOUT_URL = 'https://library.example/about';

/** The pages of the folder `library`. Throws where one is not of its form. */
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
