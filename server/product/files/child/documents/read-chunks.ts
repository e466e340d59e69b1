import { posix } from 'node:path';
import { type Archive, demandPart } from '../archive/open-archive.ts';
import type { Relation } from '../archive/relations.ts';
import { decodeText } from '../tables/text/decode-text.ts';
import { addHtml } from './html-text.ts';
import { addBody, parseMail } from './read-eml.ts';
import { SectionText } from './section-text.ts';

type ReadChunk = (bytes: Buffer) => Promise<readonly string[]>;

const PAGE: ReadChunk = async (bytes) => {
  const text = new SectionText();
  addHtml(text, decodeText(bytes)?.text ?? '');
  return text.end();
};
/** A web page with its pictures, packed like a mail. */
const PACKED_PAGE: ReadChunk = async (bytes) => {
  const text = new SectionText();
  addBody(text, await parseMail(bytes));
  return text.end();
};
const LINES: ReadChunk = async (bytes) => [decodeText(bytes)?.text ?? ''];

const READERS: Readonly<Record<string, ReadChunk>> = {
  '.htm': PAGE,
  '.html': PAGE,
  '.xhtml': PAGE,
  '.mht': PACKED_PAGE,
  '.mhtml': PACKED_PAGE,
  '.txt': LINES,
};

/**
 * Lines of the files that Word shows within a document, and merges into it when it is saved (ECMA-376 part 1, 17.17.2),
 * by the ids of their relations. Programs that turn a web page into a document write nothing else. Rejects with
 * UnreadableError.
 */
export async function readChunks(
  archive: Archive,
  { relations, readDocx }: { readonly relations: readonly Relation[]; readonly readDocx: ReadChunk },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const chunks = new Map<string, readonly string[]>();
  for (const { id, type, part } of relations) {
    if (type !== 'aFChunk') continue;
    demandPart(archive, part);
    const extension = posix.extname(part).toLowerCase();
    const read = extension === '.docx' ? readDocx : READERS[extension];
    const texts = read ? await read(await archive.bytesOf(part)) : [`(Not read: ${posix.basename(part)})`];
    chunks.set(
      id,
      texts.flatMap((text) => text.split('\n')),
    );
  }
  return chunks;
}
