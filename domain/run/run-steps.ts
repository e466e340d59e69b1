import * as z from 'zod/mini';
import { TEXT_UNITS } from '../file-kinds.ts';
import { line } from '../line.ts';

/**
 * Steps of a run so far, as keys and parameters, so that the interface can word them (and reword them later).
 * Each is evidence of something that happened; none is a prediction.
 */

const texts = z.readonly(z.array(z.string()));
/** A RunErrorCode of this version or a newer one. */
export const errorCode = z.string();
const scannedPage = { page: z.number(), of: z.number() };
/** What a document without pages has in their place. Missing for pages. */
const unit = z.optional(z.enum(TEXT_UNITS));
const pageRange = { from: z.number(), to: z.number(), of: z.number(), unit };

/** A provider's first or next words, a picture, search results, a scanned page. */
const waitedFor = z.enum(['words', 'more_words', 'picture', 'search', 'scan']);
export type WaitedFor = z.output<typeof waitedFor>;

/** Provider calls. */
const callSteps = [
  /**
   * Recipients of the data: host of the AI service (null for one on the operator's own network, whose address
   * is private), its models, the search engine, and the OCR. For a picture with a brief, `brief_host` is that of the
   * text model which writes it.
   */
  line('recipients', {
    host: z.nullable(z.string()),
    models: texts,
    search: z.nullable(z.string()),
    ocr: z.nullable(z.string()),
    brief_host: z.optional(z.nullable(z.string())),
  }),
  line('asked_model', { model: z.string() }),
  /** A provider call has been silent for this many seconds. */
  line('awaits', { what: waitedFor, seconds: z.number() }),
  /** The awaited words came after this many seconds. */
  line('words_came', { seconds: z.number() }),
  /** A transient provider failure; retried after this many seconds. */
  line('retrying', { code: errorCode, seconds: z.number() }),
  /** The model reached its token cap and was asked to continue. */
  line('continued_answer', {}),
  /**
   * The answer was in another language than chosen and was rewritten; the text streamed before is discarded.
   */
  line('rewrote_in_language', { language: z.string() }),
  /** The text broke these promises of its contract and was written again. */
  line('mended', { promises: texts }),
] as const;

/** Material given to a model. */
const materialSteps = [
  /** The task itself was sent to the model. */
  line('read_task', { title: z.string() }),
  /** The task's notes were sent: number of characters, and their total. */
  line('used_notes', { characters: z.number(), of: z.number() }),
  /** The project was sent: number of its task titles, their total, and whether its description was included. */
  line('used_project', { title: z.string(), tasks: z.number(), of: z.number(), description: z.boolean() }),
  /** What the person says about themselves was sent: its codes, characters of the facts, and their total. */
  line('used_about', {
    country: z.nullable(z.string()),
    currency: z.nullable(z.string()),
    units: z.nullable(z.string()),
    tone: z.nullable(z.string()),
    characters: z.number(),
    of: z.number(),
  }),
  /** The answer of an earlier run was sent, because this one follows it up. */
  line('used_previous_answer', { characters: z.number() }),
  /** An attached file was opened; size in bytes. */
  line('read_file', { name: z.string(), size: z.number() }),
  /** The text of a document was extracted: its pages, slides or sections, and how many of them have none. */
  line('opened_pdf', { pages: z.number(), scanned: z.number(), unit }),
  /** The text of a scanned page was recognised, or wasn't. */
  line('read_scan', scannedPage),
  line('scan_not_read', scannedPage),
  /** These pages were read; number of their notes whose quotes were found. */
  line('read_pages', { ...pageRange, quotes: z.number() }),
  /** These pages, or a part of them, could not be read. */
  line('pages_left_out', { ...pageRange, why: z.string() }),
] as const;

/** Generating a picture. */
const pictureSteps = [
  /** A text model was asked to write the picture's brief from the task. */
  line('asked_for_brief', { model: z.string() }),
  /** It wrote this one, which the image model gets in place of the task. */
  line('wrote_brief', { model: z.string(), brief: z.string() }),
  /** A picture of this size was requested with this prompt. */
  line('asked_image_model', { model: z.string(), width: z.number(), height: z.number(), prompt: z.string() }),
  /** The generated file was decoded and matches the request. */
  line('checked_image', { width: z.number(), height: z.number(), format: z.string(), size: z.number() }),
  /** Percentage of pixels outside the region that the model had changed; all were restored. */
  line('kept_outside', { percent: z.number() }),
] as const;

/** Data analysis. Every figure is computed by code. */
const tableSteps = [
  /** A model extracted the tables of a picture; number of rows. */
  line('read_picture', { name: z.string(), rows: z.number() }),
  line('picture_not_read', { name: z.string() }),
  line('read_tables', { tables: z.number(), rows: z.number(), columns: z.number() }),
  /** Number of queries, of rows in all their tables, and of queries refused or failed. */
  line('ran_queries', { queries: z.number(), rows: z.number(), failed: z.number() }),
  /** Number of figures in the text that are cells of results, and of sentences with one that isn't. */
  line('bound_numbers', { numbers: z.number(), loose: z.number() }),
] as const;

/** Web tools. Queries, hosts and titles are foreign text, or a model's. */
const webSteps = [
  /** One of the questions that a research is divided into. */
  line('planned_question', { question: z.string() }),
  /** Number of the plan's points still open, and their total. */
  line('found_gaps', { open: z.number(), of: z.number() }),
  /** Names on the pages read so far that the next searches are for. */
  line('followed_leads', { names: texts }),
  /** Number of sources of the earlier answer that are read again, from their stored quotes. */
  line('kept_sources', { count: z.number() }),
  /** The queries to be sent, announced before they leave the server. */
  line('planned_search', { queries: texts }),
  line('searched', { query: z.string(), hits: z.number() }),
  /** A search that was skipped or has failed. */
  line('search_left_out', { query: z.string(), why: z.string() }),
  /** Number of its quotes that were found on the page and kept. */
  line('read_page', { host: z.string(), title: z.string(), quotes: z.number() }),
  line('page_not_read', { host: z.string(), why: z.string() }),
  line('wrote_answer', { model: z.string() }),
  /** Number of sentences checked against their sources, and of those unsupported. */
  line('checked_answer', { sentences: z.number(), unverified: z.number() }),
  /**
   * A second model compared statements with their quotes: how many it was given, how many of them it has judged, and
   * how many it doubts.
   */
  line('read_twice', { model: z.string(), read: z.number(), of: z.number(), doubted: z.number() }),
  /** Nobody read this many statements a second time; `none`: there is no second model. */
  line('not_read_twice', { of: z.number(), why: z.string() }),
  /**
   * Doubted sentences went back to the writer, as many of all as it has room for: how many came back otherwise, and how
   * many are cut. Older lines don't name all.
   */
  line('corrected', {
    sentences: z.number(),
    of: z.optional(z.number()),
    corrected: z.number(),
    cut: z.number(),
  }),
  /** It looked for the points that the person asked for: how many, and how many it found covered. */
  line('looked_for_points', { points: z.number(), covered: z.number() }),
  /** The second model read the corrected ones. */
  line('read_corrections', { model: z.string(), read: z.number(), of: z.number(), doubted: z.number() }),
  /** All of that: its time, and its cost in percent of the rest's; null if a provider doesn't tell prices. */
  line('reading_took', { seconds: z.number(), percent: z.nullable(z.number()) }),
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
