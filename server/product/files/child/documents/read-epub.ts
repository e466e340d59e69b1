import { posix } from 'node:path';
import { type Archive, demandPart, UnreadableError } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import { addHtml } from './html-text.ts';
import { SectionText } from './section-text.ts';

/**
 * Sections of an e-book (EPUB 3.3), in its reading order. Rejects with UnreadableError, also if its chapters are
 * encrypted.
 */
export async function readEpub(archive: Archive): Promise<string[]> {
  const chapters = await readPackage(archive);
  const locked = await lockedParts(archive);
  const text = new SectionText();
  for (const chapter of chapters) {
    if (locked.has(chapter)) throw new UnreadableError('locked', `${chapter} is encrypted`);
    demandPart(archive, chapter);
    let html = '';
    await archive.read(chapter, (more) => (html += more));
    text.next();
    addHtml(text, html);
  }
  return text.end();
}

/** Chapters in the order in which they are read. */
async function readPackage(archive: Archive): Promise<string[]> {
  let root = '';
  await readXml(archive, 'META-INF/container.xml', {
    open(name, attributes) {
      if (name === 'rootfile') root ||= attributes['full-path'] ?? '';
    },
  });
  demandPart(archive, root);
  const files = new Map<string, string>();
  const chapters: string[] = [];
  await readXml(archive, root, {
    open(name, attributes) {
      const { id = '', href = '', idref = '' } = attributes;
      if (name === 'item') files.set(id, posix.join(posix.dirname(root), decodeAddress(href)));
      else if (name === 'itemref') {
        const chapter = files.get(idref);
        if (chapter !== undefined) chapters.push(chapter);
      }
    },
  });
  return chapters;
}

/** Parts that are encrypted; fonts often are in free books, too. */
async function lockedParts(archive: Archive): Promise<ReadonlySet<string>> {
  const parts = new Set<string>();
  await readXml(archive, 'META-INF/encryption.xml', {
    open(name, { URI: address }) {
      if (name === 'CipherReference' && address !== undefined) parts.add(decodeAddress(address));
    },
  });
  return parts;
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // Written as a plain name.
    return address;
  }
}
