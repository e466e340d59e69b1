import { getDocumentProxy } from 'unpdf';
import { cleanText } from '../../ai/language/clean-text.ts';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Opens a PDF without running, loading or drawing anything in it. */
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
  /** The page says more than was asked for. */
  readonly isCut: boolean;
}

/**
 * The text of a page in the order of the file, clean, white space folded except for ends of lines: at most so many
 * characters of it. It comes in parts, and no more of it is asked for than is kept.
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
