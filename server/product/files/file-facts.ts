import { z } from 'zod';
import { FILE_KINDS } from '#domain/file-kinds.ts';

/**
 * `empty`: nothing is in it. `locked`: it needs a password. `broken`: it begins as such a file and cannot be read to
 * its end. `too_big`: it unfolds to more than we take. `too_wide`: a table of more columns than are
 * read. `unknown`: it is no kind of file that a tool reads.
 */
const WHY_UNUSABLE = ['empty', 'locked', 'broken', 'too_big', 'too_wide', 'unknown'] as const;
export type WhyUnusable = (typeof WHY_UNUSABLE)[number];

/** What a file turned out to be when its content was looked at. */
export const fileFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pdf'),
    pages: z.int().positive(),
    /** Of them with text that can be read. */
    textPages: z.int().min(0),
  }),
  z.object({
    kind: z.enum(['png', 'jpeg', 'webp']),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  z.object({ kind: z.literal('csv') }),
  z.object({
    kind: z.literal('unusable'),
    why: z.enum(WHY_UNUSABLE),
    /** As far as the content says it. */
    as: z.enum(FILE_KINDS).nullable(),
  }),
]);
export type FileFacts = z.output<typeof fileFacts>;

/** Pixels of a picture before it is decoded: four bytes each must fit the child's memory. */
export const PIXELS_MAX = 40_000_000;
export const PDF_PAGES_MAX = 1000;
/** Fewer characters on a page mean that it is a picture of text: a page number, or a stamp, is all that is left. */
export const SCANNED_BELOW = 50;
