import * as z from 'zod/mini';
import { line } from '../line.ts';

const texts = z.readonly(z.array(z.string()));
/** Of this many pages these, such as `3, 5–8`. */
const somePages = { of: z.number(), pages: z.string() };

/** A limit of the result that its reader has to know. Stored with the answer and shown above it. */
export const runNotice = z.discriminatedUnion('key', [
  /** The text ends where the model's token cap was reached for the second time. */
  line('cut_short', {}),
  /** At least a part of the text is in another language than the one chosen, after one rewrite. */
  line('other_language', { language: z.string() }),
  /** How many of the sections that were asked for (assumptions, steps, check, confidence) it shows. */
  line('missing_sections', { found: z.number(), of: z.number() }),
  /** Nothing in the text rests on these pages: they are pictures, or could not be read. */
  line('pages_not_read', somePages),
  /** A part only of these pages was read: they are very long, or a part could not be read. */
  line('pages_read_in_part', somePages),
  /** The text of these pages was recognised in pictures: a machine may have misread it. */
  line('pages_by_ocr', somePages),
  /** The original is larger than a model can fill: the result is smaller. */
  line('scaled_down', { width: z.number(), height: z.number(), to_width: z.number(), to_height: z.number() }),
  /** How much of this file was put before the model, from its beginning; there was no room for more. */
  line('file_cut', { name: z.string(), percent: z.number() }),
  /** This file does not say how it is encoded: its letters may be wrong. */
  line('file_encoding', { name: z.string(), encoding: z.string() }),
  /** How much of the notes was put before the model that wrote; there was no room for more. */
  line('notes_left_out', { shown: z.number(), of: z.number() }),
  /** These pages of a file have no text: they are pictures, or blank. */
  line('file_pages_not_read', { name: z.string(), ...somePages }),
  /** How many sentences were left out, because they wanted to show a figure that no query has found. */
  line('sentences_left_out', { count: z.number() }),
  /** A model has read these numbers from a picture; code has only added them up. */
  line('read_by_model', { names: z.string() }),
  /** These pictures could not be read; nothing rests on them. */
  line('pictures_not_read', { names: z.string() }),
  /** The beginning of these pictures was read; the rest is missing. */
  line('pictures_cut', { names: z.string() }),
  /** How many of the points that a research had to answer, nothing that was read answers. */
  line('points_open', { open: z.number(), of: z.number() }),
  /** Queries of the plan that there was no money for: nothing that they would have found is in the text. */
  line('not_searched', { queries: texts }),
  /** Pages that the person has named, by host and path, of which nothing is in the text: they could not be read. */
  line('addresses_not_read', { addresses: texts }),
  /** Assembled mechanically, by no model. */
  line('demo', {}),
]);
export type RunNotice = Readonly<z.output<typeof runNotice>>;
