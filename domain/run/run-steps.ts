import type { RunErrorCode } from './run-messages.ts';

/** What a provider is waited for: the first words of a model or its next, a picture, a search's results, a scanned page. */
export type WaitedFor = 'words' | 'more_words' | 'picture' | 'search' | 'scan';

/**
 * What a run has done so far, told by key and figures so that the interface words it (and can reword it later).
 * Each step is evidence of something that happened; none is a guess about the future.
 */
export type RunStep =
  /** The task itself was put in front of the model. */
  | { readonly key: 'read_task'; readonly params: { readonly title: string } }
  /**
   * Where it all goes: the host of the AI service (null: one in the operator's own network, whose address is nobody
   * else's business), its models that are asked, and who searches and recognises scans.
   */
  | {
      readonly key: 'recipients';
      readonly params: {
        readonly host: string | null;
        readonly models: readonly string[];
        readonly search: string | null;
        readonly ocr: string | null;
      };
    }
  /** The project went along: how many of its task titles, of how many, and whether its description was sent. */
  | {
      readonly key: 'used_project';
      readonly params: {
        readonly title: string;
        readonly tasks: number;
        readonly of: number;
        readonly description: boolean;
      };
    }
  /** The answer of an earlier run was sent along, because this one follows it up. */
  | { readonly key: 'used_previous_answer'; readonly params: { readonly characters: number } }
  | { readonly key: 'asked_model'; readonly params: { readonly model: string } }
  /** Nothing has come of a provider's call for so many seconds. */
  | { readonly key: 'awaits'; readonly params: { readonly what: WaitedFor; readonly seconds: number } }
  /** The words that were waited for came, after so many seconds. */
  | { readonly key: 'words_came'; readonly params: { readonly seconds: number } }
  /** The provider failed in a way that may pass; it is asked again after so many seconds. */
  | { readonly key: 'retrying'; readonly params: { readonly code: RunErrorCode; readonly seconds: number } }
  /** An attached file was opened; its size in bytes. */
  | { readonly key: 'read_file'; readonly params: { readonly name: string; readonly size: number } }
  /** The text of a PDF was taken out: how many pages, and on how many of them there is none. */
  | { readonly key: 'opened_pdf'; readonly params: { readonly pages: number; readonly scanned: number } }
  /** The text of a scanned page was recognised, or was not. */
  | { readonly key: 'read_scan'; readonly params: { readonly page: number; readonly of: number } }
  | { readonly key: 'scan_not_read'; readonly params: { readonly page: number; readonly of: number } }
  /** These pages were read; so many of the notes were found again in them. */
  | {
      readonly key: 'read_pages';
      readonly params: {
        readonly from: number;
        readonly to: number;
        readonly of: number;
        readonly quotes: number;
      };
    }
  /** These pages, or a part of them, could not be read. */
  | {
      readonly key: 'pages_left_out';
      readonly params: {
        readonly from: number;
        readonly to: number;
        readonly of: number;
        readonly why: string;
      };
    }
  /** A picture of this size was asked for, with these words. */
  | {
      readonly key: 'asked_image_model';
      readonly params: {
        readonly model: string;
        readonly width: number;
        readonly height: number;
        readonly prompt: string;
      };
    }
  /** The file that was made was decoded: it is what was asked for. */
  | {
      readonly key: 'checked_image';
      readonly params: {
        readonly width: number;
        readonly height: number;
        readonly format: string;
        readonly size: number;
      };
    }
  /** What the model had changed outside of the region, in percent of the pixels there; all of it was put back. */
  | { readonly key: 'kept_outside'; readonly params: { readonly percent: number } }
  /** The model stopped at its token cap and was asked to go on from there. */
  | { readonly key: 'continued_answer'; readonly params: Record<string, never> }
  /** The answer was in another language than chosen and was written again; the text streamed before is void. */
  | { readonly key: 'rewrote_in_language'; readonly params: { readonly language: string } }
  | TableStep
  | WebStep;

/** What a data analysis tells. Every figure is counted by code. */
type TableStep =
  /** A model has written down the tables of a picture: their rows. */
  | { readonly key: 'read_picture'; readonly params: { readonly name: string; readonly rows: number } }
  | { readonly key: 'picture_not_read'; readonly params: { readonly name: string } }
  | {
      readonly key: 'read_tables';
      readonly params: { readonly tables: number; readonly rows: number; readonly columns: number };
    }
  /** How many were asked of tables with so many rows in all, and how many of them were refused or failed. */
  | {
      readonly key: 'ran_queries';
      readonly params: { readonly queries: number; readonly rows: number; readonly failed: number };
    }
  /** How many numbers of the text are cells of results, and how many sentences have one that is none. */
  | { readonly key: 'bound_numbers'; readonly params: { readonly numbers: number; readonly loose: number } };

/** What the tools that read the web tell. Queries, hosts and titles are foreign words, or a model's. */
type WebStep =
  /** One of the questions that a research is divided into. */
  | { readonly key: 'planned_question'; readonly params: { readonly question: string } }
  /** Points of the plan that nothing read so far answers, of how many. */
  | { readonly key: 'found_gaps'; readonly params: { readonly open: number; readonly of: number } }
  /** So many pages of the answer that is followed up are read again, from what was kept of them. */
  | { readonly key: 'kept_sources'; readonly params: { readonly count: number } }
  /** What is going to be searched, before it is: these words leave the house. */
  | { readonly key: 'planned_search'; readonly params: { readonly queries: readonly string[] } }
  | { readonly key: 'searched'; readonly params: { readonly query: string; readonly hits: number } }
  /** A search that was not made, or has failed. */
  | { readonly key: 'search_left_out'; readonly params: { readonly query: string; readonly why: string } }
  /** How many of its words were kept, each found again on the page. */
  | {
      readonly key: 'read_page';
      readonly params: { readonly host: string; readonly title: string; readonly quotes: number };
    }
  | { readonly key: 'page_not_read'; readonly params: { readonly host: string; readonly why: string } }
  | { readonly key: 'wrote_answer'; readonly params: { readonly model: string } }
  /** How many sentences were held against their sources, and how many of them nothing supports. */
  | {
      readonly key: 'checked_answer';
      readonly params: { readonly sentences: number; readonly unverified: number };
    };

/** What a reader of the result has to know about it. Stored with the answer and shown above it. */
export type RunNotice =
  /** The text ends where the model's token cap was reached for the second time. */
  | { readonly key: 'cut_short'; readonly params: Record<string, never> }
  /** At least a part of the text is in another language than the one chosen, after one rewrite. */
  | { readonly key: 'other_language'; readonly params: { readonly language: string } }
  /** Of the sections that were asked for (assumptions, steps, check, confidence) it shows so many. */
  | { readonly key: 'missing_sections'; readonly params: { readonly found: number; readonly of: number } }
  /** Nothing in the text rests on these pages, such as `3, 5–8`: they are pictures, or could not be read. */
  | { readonly key: 'pages_not_read'; readonly params: { readonly of: number; readonly pages: string } }
  /** Of these pages, of so many, a part only was read: they are very long, or a part could not be read. */
  | { readonly key: 'pages_read_in_part'; readonly params: { readonly of: number; readonly pages: string } }
  /** The text of these pages, of so many, was recognised in pictures: a machine may have misread it. */
  | { readonly key: 'pages_by_ocr'; readonly params: { readonly of: number; readonly pages: string } }
  /** The original is larger than a model can fill: the result is smaller. */
  | {
      readonly key: 'scaled_down';
      readonly params: {
        readonly width: number;
        readonly height: number;
        readonly to_width: number;
        readonly to_height: number;
      };
    }
  /** Of this file so much was put before the model, from its beginning; there was no room for more. */
  | { readonly key: 'file_cut'; readonly params: { readonly name: string; readonly percent: number } }
  /** This file does not say how it is encoded: its letters may be wrong. */
  | { readonly key: 'file_encoding'; readonly params: { readonly name: string; readonly encoding: string } }
  /** Of what was noted so much was put before the model that wrote; there was no room for more. */
  | { readonly key: 'notes_left_out'; readonly params: { readonly shown: number; readonly of: number } }
  /** These pages of a file, of so many, have no text: they are pictures, or blank. */
  | {
      readonly key: 'file_pages_not_read';
      readonly params: { readonly name: string; readonly of: number; readonly pages: string };
    }
  /** So many sentences were left out, because they wanted to show a figure that no query has found. */
  | { readonly key: 'sentences_left_out'; readonly params: { readonly count: number } }
  /** A model has read these numbers from a picture; code has only added them up. */
  | { readonly key: 'read_by_model'; readonly params: { readonly names: string } }
  /** So many pictures could not be read; nothing rests on them. */
  | { readonly key: 'pictures_not_read'; readonly params: { readonly names: string } }
  /** Of these pictures the beginning was read; what comes after it is missing. */
  | { readonly key: 'pictures_cut'; readonly params: { readonly names: string } }
  /** So many of the points that a research had to answer, nothing that was read answers. */
  | { readonly key: 'points_open'; readonly params: { readonly open: number; readonly of: number } }
  /** Queries of the plan that there was no money for: nothing that they would have found is in the text. */
  | { readonly key: 'not_searched'; readonly params: { readonly queries: readonly string[] } }
  /** Pages that the person has named, by host and path, of which nothing is in the text: they could not be read. */
  | { readonly key: 'addresses_not_read'; readonly params: { readonly addresses: readonly string[] } }
  /** Assembled mechanically, by no model. */
  | { readonly key: 'demo'; readonly params: Record<string, never> };
