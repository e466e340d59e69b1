import { z } from 'zod';
import type { ImageOptions } from '#domain/image-options.ts';
import type { RegionMark } from '#domain/image-region.ts';
import type { FileFacts } from './file-facts.ts';
import type { TableFacts, TableSource } from './table-facts.ts';

/** What a child can be asked to do with a file. Plain data: it crosses between processes. */
export type FileJob =
  | InspectJob
  | PrepareImageJob
  | FitImageJob
  | ReadPdfJob
  | ReadTextJob
  | TakePagesJob
  | ProfileTablesJob
  | QueryTablesJob;

interface InspectJob {
  readonly act: 'inspect';
  readonly bytes: Uint8Array;
}

interface ReadPdfJob {
  readonly act: 'read_pdf';
  readonly bytes: Uint8Array;
  /** Characters after which it is enough, and no further page is opened. Left out: every page is. */
  readonly characters?: number;
}

/** The beginning of a file of text, in whatever encoding. */
interface ReadTextJob {
  readonly act: 'read_text';
  readonly bytes: Uint8Array;
  readonly characters: number;
}

/** Makes a PDF of each of these pages, for itself. */
interface TakePagesJob {
  readonly act: 'take_pages';
  readonly bytes: Uint8Array;
  /** As the file counts, from 1. */
  readonly pages: readonly number[];
}

export interface ProfileTablesJob {
  readonly act: 'profile_tables';
  readonly sources: readonly TableSource[];
}

/** Its outcomes come one by one, before the answer. */
export interface QueryTablesJob {
  readonly act: 'query_tables';
  readonly sources: readonly TableSource[];
  readonly queries: readonly string[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Turns a picture as its camera says, takes its notes off, and makes it no larger than needed: what a model is sent. */
export interface PrepareImageJob {
  readonly act: 'prepare_image';
  readonly bytes: Uint8Array;
  /** Pixels of the longer edge. */
  readonly maxEdge: number;
  /** Puts the whole picture into the middle of this size, its edges continued: for models that know a few sizes only. */
  readonly frame: Size | null;
  /** PNG loses nothing; JPEG is a tenth of the size, and enough to be looked at. */
  readonly format: 'png' | 'jpeg';
  /** Asks for a mask of what is sent, transparent where the picture may change. */
  readonly region?: readonly RegionMark[] | null;
}

/** Makes the file that was asked for out of what a model has sent, and proves it. */
export interface FitImageJob extends Size, Pick<ImageOptions, 'format' | 'compression' | 'background'> {
  readonly act: 'fit_image';
  readonly bytes: Uint8Array;
  /** The part that counts, in pixels of `frame`. */
  readonly inner: (Size & { readonly left: number; readonly top: number }) | null;
  readonly frame: Size;
  /** Puts everything outside of the region back as it is in the original. */
  readonly keep?: KeepOutside | null;
}

export interface KeepOutside {
  /** As it was attached. */
  readonly original: Uint8Array;
  readonly region: readonly RegionMark[];
}

const size = { width: z.int().positive(), height: z.int().positive() };
const bytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .transform((array) => Buffer.from(array));

export const preparedImage = z.object({
  bytes,
  type: z.enum(['image/png', 'image/jpeg']),
  ...size,
  /** Of the picture that came in, turned. */
  original: z.object(size),
  /** Where in the frame it lies. */
  inner: z.object({ ...size, left: z.int().min(0), top: z.int().min(0) }),
  /** PNG of the same size; null where no region was given. */
  mask: bytes.nullable(),
});
export type PreparedImage = z.output<typeof preparedImage>;

export const fittedImage = z.union([
  z.object({
    bytes,
    type: z.string(),
    ...size,
    /** What was put back, 0 to 1 of the pixels outside of the region; null where nothing was to be kept. */
    putBack: z.number().min(0).max(1).nullable(),
  }),
  /** `unreadable`: no picture. `opaque`: not transparent anywhere, where that was wished. */
  z.object({ problem: z.enum(['unreadable', 'opaque', 'other_shape']) }),
]);
export type FittedImage = z.output<typeof fittedImage>;

export const pdfText = z.object({
  /** Page by page, clean; empty where a page has no text. */
  pages: z.array(z.string()),
  /** Pages, as the file counts, that say more than was taken out. */
  cut: z.array(z.int()),
  title: z.string().nullable(),
});
export type PdfText = z.output<typeof pdfText>;

export const startOfText = z.object({
  text: z.string(),
  /** Characters of the whole. */
  of: z.int(),
  /** A guess unless it begins with `utf-`. */
  encoding: z.string(),
});
export type StartOfText = z.output<typeof startOfText>;

/** One for each page; null where it could not be taken out. */
export const takenPages = z.array(bytes.nullable());

export interface FileJobResults {
  readonly inspect: FileFacts;
  readonly prepare_image: z.input<typeof preparedImage>;
  readonly fit_image: z.input<typeof fittedImage>;
  readonly read_pdf: PdfText;
  readonly read_text: StartOfText;
  readonly take_pages: z.input<typeof takenPages>;
  readonly profile_tables: readonly TableFacts[];
  readonly query_tables: null;
}
