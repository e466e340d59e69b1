import { z } from 'zod';
import { FILE_KINDS, ROW_KINDS, SECTION_KINDS } from '#domain/file-kinds.ts';

/**
 * `empty`: without content. `locked`: password-protected. `broken`: can't be read to its end. `too_big`:
 * expands beyond our limits. `too_long`: too many pages. `too_wide`: a table with too many columns. `uncalculated`: nothing but formulas whose
 * values weren't saved. `old`: the format before that of `as`. `heic`: a photo as
 * iPhones keep it, which only licensed software decodes. `unknown`: no supported format.
 */
const WHY_UNUSABLE = [
  'empty',
  'locked',
  'broken',
  'too_big',
  'too_long',
  'too_wide',
  'uncalculated',
  'old',
  'heic',
  'unknown',
] as const;
export type WhyUnusable = (typeof WHY_UNUSABLE)[number];

/** Result of inspecting a file's content. */
export const fileFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pdf'),
    pages: z.int().positive(),
    /** Pages with readable text. */
    textPages: z.int().min(0),
    /** Of each page's text, as far as it was looked at. 0: it has none that can be read. */
    tokens: z.array(z.int().min(0)),
  }),
  z.object({
    kind: z.enum(['png', 'jpeg', 'webp']),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  z.object({
    kind: z.enum([...ROW_KINDS, ...SECTION_KINDS]),
    /** Of its text, as far as it was looked at. Absent in a workbook. */
    tokens: z.int().min(0).optional(),
  }),
  z.object({
    kind: z.literal('unusable'),
    why: z.enum(WHY_UNUSABLE),
    /** Kind of the file, if recognisable. */
    as: z.enum(FILE_KINDS).nullable(),
  }),
]);
export type FileFacts = z.output<typeof fileFacts>;

/**
 * Maximum pixels of a picture, checked before decoding: at four bytes each they must fit the child's memory.
 */
export const PIXELS_MAX = 40_000_000;
export const PDF_PAGES_MAX = 1000;
/** Characters after which a text without pages is long, however much longer. */
export const LONG_TEXT = 300_000;
