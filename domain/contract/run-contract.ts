import * as z from 'zod/mini';
import { IMAGE_FORMATS } from '../ai-task.ts';
import { LANGUAGE_CODES } from '../languages.ts';

/** What comes back. `argument`: a conclusion with its assumptions, steps, check and confidence. */
export const CONTRACT_FORMS = [
  'answer',
  'argument',
  'report',
  'links',
  'analysis',
  'summary',
  'picture',
] as const;
export type ContractForm = (typeof CONTRACT_FORMS)[number];

const size = z.object({ width: z.number(), height: z.number() });

/** How far a PDF is read: up to this page, of all that it has. */
export const pageExtent = z.object({
  upTo: z.number(),
  of: z.number(),
  /** Pages that are images or blank, and are looked at. Absent: none is. */
  lookedAt: z.optional(z.number()),
});
export type PageExtent = Readonly<z.output<typeof pageExtent>>;

/** What a run promises before its credit is taken: shown in the form, stored with the run, and never changed. */
export const runContract = z.object({
  form: z.enum(CONTRACT_FORMS),
  /** Null: it has no text. */
  language: z.nullable(z.enum(LANGUAGE_CODES)),
  /** Words of the text. Null: as many as the task needs. */
  words: z.nullable(z.object({ least: z.number(), most: z.number() })),
  /** It rests on sources that can be opened, or on queries. */
  cites: z.boolean(),
  /** What the person asks for by name. */
  points: z.readonly(z.array(z.string())),
  /** Names of the files that are read. */
  files: z.readonly(z.array(z.string())),
  /** Pages with text, all of which are covered. Null: none, or not counted yet. */
  pages: z.nullable(z.number()),
  /** Of a PDF. Absent: not counted yet, and in runs of before. */
  extent: z.optional(pageExtent),
  /** `size`: in pixels; null: the shape of the original. */
  picture: z.nullable(
    z.object({ format: z.enum(IMAGE_FORMATS), size: z.nullable(size), isTransparent: z.boolean() }),
  ),
});
export type RunContract = Readonly<z.output<typeof runContract>>;
