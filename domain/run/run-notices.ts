import * as z from 'zod/mini';
import { TEXT_UNITS } from '../file-kinds.ts';
import { line } from '../line.ts';

const texts = z.readonly(z.array(z.string()));
/** What a document without pages has in their place. Missing for pages. */
const unit = z.optional(z.enum(TEXT_UNITS));
/** Some of this many pages, such as `3, 5–8`. */
const somePages = { of: z.number(), pages: z.string(), unit };

/** A limitation of the result that its reader must know. Stored with the answer and shown above it. */
export const runNotice = z.discriminatedUnion('key', [
  /** The text ends where it reached the model's token cap for the second time. */
  line('cut_short', {}),
  /** Part of the text is in another language than chosen, even after a rewrite. */
  line('other_language', { language: z.string() }),
  /** Number of the requested sections (assumptions, steps, check, confidence) that it has. */
  line('missing_sections', { found: z.number(), of: z.number() }),
  /** Nothing in the text rests on these pages: they are scans, or could not be read. */
  line('pages_not_read', somePages),
  /** These pages were read in part only: they are very long, or a part could not be read. */
  line('pages_read_in_part', somePages),
  /** Some letters of these pages are known to their fonts alone, and are shown as U+FFFD. */
  line('letters_not_read', { of: z.number(), pages: z.string() }),
  /** The text of these pages was recognised by OCR, which may have misread it. */
  line('pages_by_ocr', somePages),
  /** The original exceeds the model's maximum size, so the result is smaller. */
  line('scaled_down', { width: z.number(), height: z.number(), to_width: z.number(), to_height: z.number() }),
  /** How much of this file, from its start, fitted into the model's context. */
  line('file_cut', { name: z.string(), percent: z.number() }),
  /** This file doesn't declare its encoding, so its letters may be wrong. */
  line('file_encoding', { name: z.string(), encoding: z.string() }),
  /** How many of the notes fitted into the writing model's context. */
  line('notes_left_out', { shown: z.number(), of: z.number() }),
  /** These pages of a file have no text: they are scans, or blank. */
  line('file_pages_not_read', { name: z.string(), ...somePages }),
  /** Files within a PDF: they were not opened. */
  line('attachments_not_opened', { names: z.string() }),
  /** Number of sentences removed because they name a figure that no query has found, or that can't be computed. */
  line('sentences_left_out', { count: z.number() }),
  /** A model extracted these numbers from a picture; code only computed with them. */
  line('read_by_model', { names: z.string() }),
  /** These pictures could not be read; nothing rests on them. */
  line('pictures_not_read', { names: z.string() }),
  /** Only the start of these pictures was read. */
  line('pictures_cut', { names: z.string() }),
  /** Number of a research's points that nothing read so far answers. */
  line('points_open', { open: z.number(), of: z.number() }),
  /** Planned queries that were skipped for lack of money: nothing in the text rests on them. */
  line('not_searched', { queries: texts }),
  /** Pages named by the user, by host and path, that could not be read: nothing in the text rests on them. */
  line('addresses_not_read', { addresses: texts }),
  /** Assembled mechanically, by no model. */
  line('demo', {}),
]);
export type RunNotice = Readonly<z.output<typeof runNotice>>;
