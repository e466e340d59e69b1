import { getDocumentProxy } from 'unpdf';
import { cleanText } from '../../ai/language/clean-text.ts';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Opens a PDF without running, loading or rendering anything in it. */
export async function openPdf(bytes: Buffer): Promise<Pdf | 'locked' | 'broken'> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      maxImageSize: 1,
      verbosity: 0,
    });
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken';
  }
}

export interface PageText {
  readonly text: string;
  /** The page has more text than was requested. */
  readonly isCut: boolean;
}

/**
 * Text of a page in file order, cleaned and with white space collapsed except for line ends, up to `atMost`
 * characters. Streamed, so that no more is read than is kept.
 */
export async function pageText(pdf: Pdf, number: number, atMost: number): Promise<PageText> {
  const page = await pdf.getPage(number);
  const parts: ReadableStreamDefaultReader<{ items: object[] }> = page.streamTextContent().getReader();
  let text = '';
  while (text.length <= atMost) {
    const { done, value } = await parts.read();
    if (done) break;
    for (const item of value.items) {
      if (text.length > atMost) break;
      if (!('str' in item) || typeof item.str !== 'string') continue;
      text += item.str.slice(0, atMost + 1) + ('hasEOL' in item && item.hasEOL === true ? '\n' : '');
    }
  }
  await parts.cancel(new Error('enough'));
  page.cleanup();
  const clean = cleanText(text.slice(0, atMost))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();
  return { text: clean, isCut: text.length > atMost };
}
