import type { DocumentText, ReadDocumentJob } from '../../file-job.ts';
import { openArchive } from '../archive/open-archive.ts';
import { decodeText } from '../tables/text/decode-text.ts';
import { SectionText } from './section-text.ts';

/** Text of a document by its slides or sections. Rejects with UnreadableError if it can't be read to its end. */
export async function readDocument({ kind, bytes }: Omit<ReadDocumentJob, 'act'>): Promise<DocumentText> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = () => openArchive(buffer);
  switch (kind) {
    case 'docx':
      return inSections(await (await import('./read-docx.ts')).readDocx(await archive()));
    case 'odt':
      return inSections(await (await import('./read-odt.ts')).readOdt(await archive()));
    case 'pptx': {
      const parts = await (await import('./read-pptx.ts')).readPptx(await archive());
      return { unit: 'slide', parts, encoding: 'utf-8' };
    }
    case 'odp': {
      const parts = await (await import('./read-odp.ts')).readOdp(await archive());
      return { unit: 'slide', parts, encoding: 'utf-8' };
    }
    case 'epub':
      return inSections(await (await import('./read-epub.ts')).readEpub(await archive()));
    case 'eml':
      return inSections(await (await import('./read-eml.ts')).readEml(bytes));
    case 'msg':
      return inSections(await (await import('./read-msg.ts')).readMsg(buffer));
    case 'html': {
      const { addHtml } = await import('./html-text.ts');
      const { text, encoding } = decode(bytes);
      const sections = new SectionText();
      addHtml(sections, text);
      return inSections(sections.end(), encoding);
    }
    case 'text': {
      const { text, encoding } = decode(bytes);
      return inSections(splitText(text), encoding);
    }
  }
}

const inSections = (parts: string[], encoding = 'utf-8'): DocumentText => ({
  unit: 'section',
  parts,
  encoding,
});

function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const decoded = decodeText(bytes);
  if (decoded === null) throw new Error('the file is no text');
  return decoded;
}

/** Lines of a plain text; those of Markdown that are headings begin a section. */
function splitText(text: string): string[] {
  const sections = new SectionText();
  for (const line of text.split('\n')) {
    const heading = /^(#{1,6}) +(.+)$/.exec(line);
    if (heading) sections.heading(heading[1]?.length ?? 1, heading[2] ?? '');
    else sections.line(line);
  }
  return sections.end();
}
