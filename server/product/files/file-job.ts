import { z } from 'zod';
import { type RowKind, type SectionKind, TEXT_UNITS } from '#domain/file-kinds.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import type { RegionMark } from '#domain/image-region.ts';
import type { FileFacts } from './file-facts.ts';
import type { TableFacts, TableQuery, TableSource } from './table-facts.ts';

/** Jobs of a child process. Plain data, since it crosses between processes. */
export type FileJob =
  | InspectJob
  | PrepareImageJob
  | FitImageJob
  | ReadPdfJob
  | ReadTextJob
  | ReadDocumentJob
  | TakePagesJob
  | DrawPageJob
  | ProfileTablesJob
  | QueryTablesJob
  | WriteResultJob;

interface InspectJob {
  readonly act: 'inspect';
  readonly bytes: Uint8Array;
}

interface ReadPdfJob {
  readonly act: 'read_pdf';
  readonly bytes: Uint8Array;
  /** Number of characters after which no further page is read. Undefined: all pages. */
  readonly characters?: number;
}

/** Reads the start of a text file in any encoding, or of a workbook's rows. */
export interface ReadTextJob {
  readonly act: 'read_text';
  readonly kind: RowKind;
  readonly bytes: Uint8Array;
  readonly characters: number;
}

/** Reads a document without pages. */
export interface ReadDocumentJob {
  readonly act: 'read_document';
  readonly kind: SectionKind;
  readonly bytes: Uint8Array;
}

/** Extracts each of these pages as a PDF of its own. */
interface TakePagesJob {
  readonly act: 'take_pages';
  readonly bytes: Uint8Array;
  /** Counted from 1. */
  readonly pages: readonly number[];
}

/** Draws a page. */
export interface DrawPageJob {
  readonly act: 'draw_page';
  readonly bytes: Uint8Array;
  /** Counted from 1. */
  readonly page: number;
  /** Longer edge of the picture, in pixels. */
  readonly edge: number;
}

export interface ProfileTablesJob {
  readonly act: 'profile_tables';
  readonly sources: readonly TableSource[];
}

/** Outcomes are sent one by one, before the final result. */
export interface QueryTablesJob {
  readonly act: 'query_tables';
  readonly sources: readonly TableSource[];
  readonly queries: readonly TableQuery[];
}

/** Sets a stored result as a PDF. */
export interface WriteResultJob {
  readonly act: 'write_result';
  readonly result: StoredResult;
}

export interface StoredResult {
  /** Of its task. */
  readonly title: string;
  /** Who made it: the name of the installation. */
  readonly brand: string;
  /** Default true. */
  readonly withReceipt?: boolean;
  /** As they are stored. */
  readonly rows: { readonly run: unknown; readonly events: readonly unknown[]; readonly answer: unknown };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Rotates a picture by its EXIF orientation, strips its metadata, and scales it down as needed, for sending to
 * a model.
 */
export interface PrepareImageJob {
  readonly act: 'prepare_image';
  readonly bytes: Uint8Array;
  /** Longer edge in pixels. */
  readonly maxEdge: number;
  /**
   * Centres the whole picture in this size with its edges extended, for models that only support a few sizes.
   */
  readonly frame: Size | null;
  /** PNG is lossless; JPEG is a tenth of the size, and good enough for viewing. */
  readonly format: 'png' | 'jpeg';
  /** Requests a mask of the result, transparent where the picture may change. */
  readonly region?: readonly RegionMark[] | null;
}

/** Turns a model's picture into the requested file, and verifies it. */
export interface FitImageJob extends Size, Pick<ImageOptions, 'format' | 'compression' | 'background'> {
  readonly act: 'fit_image';
  readonly bytes: Uint8Array;
  /** Relevant part, in pixels of `frame`. */
  readonly inner: (Size & { readonly left: number; readonly top: number }) | null;
  readonly frame: Size;
  /** Restores everything outside the region from the original. */
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
  /** Size of the original, after rotation. */
  original: z.object(size),
  /** Its position in the frame. */
  inner: z.object({ ...size, left: z.int().min(0), top: z.int().min(0) }),
  /** PNG of the same size; null without a region. */
  mask: bytes.nullable(),
});
export type PreparedImage = z.output<typeof preparedImage>;

export const fittedImage = z.union([
  z.object({
    bytes,
    type: z.string(),
    ...size,
    /** Share of restored pixels outside the region, 0 to 1; null if nothing was to be kept. */
    putBack: z.number().min(0).max(1).nullable(),
  }),
  /** `unreadable`: no picture. `opaque`: no transparency, although requested. */
  z.object({ problem: z.enum(['unreadable', 'opaque', 'other_shape']) }),
]);
export type FittedImage = z.output<typeof fittedImage>;

export const pdfText = z.object({
  /** Cleaned text by page; empty for a page without text. */
  pages: z.array(z.string()),
  /** Numbers of pages, from 1, that are truncated. */
  cut: z.array(z.int()),
  /** Numbers of pages with letters that are known to their fonts alone: each is a U+FFFD. */
  garbled: z.array(z.int()),
  /** Numbers of pages that are pictures, whose text must be recognised. */
  scanned: z.array(z.int()),
  title: z.string().nullable(),
  /** Bookmarks, in their order; empty without. The level counts from 1. */
  outline: z.array(z.object({ title: z.string(), page: z.int().positive(), level: z.int().positive() })),
  /** Names of files within the PDF, which aren't opened. */
  attachments: z.array(z.string()),
});
export type PdfText = z.output<typeof pdfText>;

export const startOfText = z.object({
  text: z.string(),
  /** Characters of the whole text. */
  of: z.int(),
  /** A guess unless it starts with `utf-`. */
  encoding: z.string(),
});
export type StartOfText = z.output<typeof startOfText>;

export const documentText = z.object({
  unit: z.enum(TEXT_UNITS),
  /** Cleaned text of each; empty for a slide without text. */
  parts: z.array(z.string()),
  /** A guess unless it starts with `utf-`. */
  encoding: z.string(),
});
export type DocumentText = z.output<typeof documentText>;

/** One per page; null if it couldn't be extracted. */
export const takenPages = z.array(bytes.nullable());

export const drawnPage = z.object({
  bytes,
  type: z.literal('image/jpeg'),
  /** Nothing is on it. A scan of empty paper has specks and isn't blank. */
  isBlank: z.boolean(),
});
export type DrawnPage = z.output<typeof drawnPage>;

export const resultPdf = z.object({ bytes, pages: z.int().positive() });
export type ResultPdf = z.output<typeof resultPdf>;

export interface FileJobResults {
  readonly inspect: FileFacts;
  readonly prepare_image: z.input<typeof preparedImage>;
  readonly fit_image: z.input<typeof fittedImage>;
  readonly read_pdf: PdfText;
  readonly read_text: StartOfText;
  readonly read_document: DocumentText;
  readonly take_pages: z.input<typeof takenPages>;
  readonly draw_page: z.input<typeof drawnPage>;
  readonly profile_tables: readonly TableFacts[];
  readonly query_tables: null;
  readonly write_result: z.input<typeof resultPdf>;
}
