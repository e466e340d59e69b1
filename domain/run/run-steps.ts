import * as z from 'zod/mini';
import { line } from '../line.ts';

/**
 * What a run has done so far, told by key and figures so that the interface words it (and can reword it later).
 * Each step is evidence of something that happened; none is a guess about the future.
 */

const texts = z.readonly(z.array(z.string()));
/** A RunErrorCode of this version or a newer one. */
export const errorCode = z.string();
const scannedPage = { page: z.number(), of: z.number() };
const pageRange = { from: z.number(), to: z.number(), of: z.number() };

/** A provider's first words or its next, a picture, a search's results, a scanned page. */
const waitedFor = z.enum(['words', 'more_words', 'picture', 'search', 'scan']);
export type WaitedFor = z.output<typeof waitedFor>;

/** Of the calls to providers. */
const callSteps = [
  /**
   * Where it all goes: the host of the AI service (null: one in the operator's own network, whose address is nobody
   * else's business), its models that are asked, and who searches and recognises scans.
   */
  line('recipients', {
    host: z.nullable(z.string()),
    models: texts,
    search: z.nullable(z.string()),
    ocr: z.nullable(z.string()),
  }),
  line('asked_model', { model: z.string() }),
  /** Nothing has come of a provider's call for this many seconds. */
  line('awaits', { what: waitedFor, seconds: z.number() }),
  /** The words that were waited for came, after this many seconds. */
  line('words_came', { seconds: z.number() }),
  /** The provider failed in a way that may pass; it is asked again after this many seconds. */
  line('retrying', { code: errorCode, seconds: z.number() }),
  /** The model stopped at its token cap and was asked to go on from there. */
  line('continued_answer', {}),
  /** The answer was in another language than chosen and was written again; the text streamed before is void. */
  line('rewrote_in_language', { language: z.string() }),
] as const;

/** Of the material that a model is given. */
const materialSteps = [
  /** The task itself was put in front of the model. */
  line('read_task', { title: z.string() }),
  /** The project went along: how many of its task titles, of how many, and whether its description was sent. */
  line('used_project', { title: z.string(), tasks: z.number(), of: z.number(), description: z.boolean() }),
  /** The answer of an earlier run was sent along, because this one follows it up. */
  line('used_previous_answer', { characters: z.number() }),
  /** An attached file was opened; its size in bytes. */
  line('read_file', { name: z.string(), size: z.number() }),
  /** The text of a PDF was taken out: how many pages, and on how many of them there is none. */
  line('opened_pdf', { pages: z.number(), scanned: z.number() }),
  /** The text of a scanned page was recognised, or was not. */
  line('read_scan', scannedPage),
  line('scan_not_read', scannedPage),
  /** These pages were read; how many of the notes were found again in them. */
  line('read_pages', { ...pageRange, quotes: z.number() }),
  /** These pages, or a part of them, could not be read. */
  line('pages_left_out', { ...pageRange, why: z.string() }),
] as const;

/** Of a picture that is made. */
const pictureSteps = [
  /** A picture of this size was asked for, with these words. */
  line('asked_image_model', { model: z.string(), width: z.number(), height: z.number(), prompt: z.string() }),
  /** The file that was made was decoded: it is what was asked for. */
  line('checked_image', { width: z.number(), height: z.number(), format: z.string(), size: z.number() }),
  /** What the model had changed outside of the region, in percent of the pixels there; all of it was put back. */
  line('kept_outside', { percent: z.number() }),
] as const;

/** Of a data analysis. Every figure is counted by code. */
const tableSteps = [
  /** A model has written down the tables of a picture: their rows. */
  line('read_picture', { name: z.string(), rows: z.number() }),
  line('picture_not_read', { name: z.string() }),
  line('read_tables', { tables: z.number(), rows: z.number(), columns: z.number() }),
  /** How many were asked of tables with this many rows in all, and how many of them were refused or failed. */
  line('ran_queries', { queries: z.number(), rows: z.number(), failed: z.number() }),
  /** How many numbers of the text are cells of results, and how many sentences have one that is none. */
  line('bound_numbers', { numbers: z.number(), loose: z.number() }),
] as const;

/** Of the tools that read the web. Queries, hosts and titles are foreign words, or a model's. */
const webSteps = [
  /** One of the questions that a research is divided into. */
  line('planned_question', { question: z.string() }),
  /** Points of the plan that nothing read so far answers, of how many. */
  line('found_gaps', { open: z.number(), of: z.number() }),
  /** How many pages of the answer that is followed up are read again, from what was kept of them. */
  line('kept_sources', { count: z.number() }),
  /** What is going to be searched, before it is: these words leave the house. */
  line('planned_search', { queries: texts }),
  line('searched', { query: z.string(), hits: z.number() }),
  /** A search that was not made, or has failed. */
  line('search_left_out', { query: z.string(), why: z.string() }),
  /** How many of its words were kept, each found again on the page. */
  line('read_page', { host: z.string(), title: z.string(), quotes: z.number() }),
  line('page_not_read', { host: z.string(), why: z.string() }),
  line('wrote_answer', { model: z.string() }),
  /** How many sentences were held against their sources, and how many of them nothing supports. */
  line('checked_answer', { sentences: z.number(), unverified: z.number() }),
] as const;

export const RUN_STEPS = [
  ...callSteps,
  ...materialSteps,
  ...pictureSteps,
  ...tableSteps,
  ...webSteps,
] as const;

type StepOf<Steps extends readonly z.ZodMiniType[]> = Readonly<z.output<Steps[number]>>;
export type RunStep = StepOf<typeof RUN_STEPS>;
export type MaterialStep = StepOf<typeof materialSteps>;
export type PictureStep = StepOf<typeof pictureSteps>;
export type TableStep = StepOf<typeof tableSteps>;
export type WebStep = StepOf<typeof webSteps>;
