import type { AiTaskType } from '#domain/ai-task.ts';
import { messages } from '#domain/messages.ts';

/** A file such as lies in people's mail, made by code, and what must come of it. */
export interface MailedFile {
  /** Continues "a file". */
  readonly what: string;
  /** As its sender named it. */
  readonly name: string;
  /** To which tool it is handed. */
  readonly type: Extract<AiTaskType, 'doc_summary' | 'data_analysis' | 'image_edit'>;
  readonly make: () => Buffer | Promise<Buffer>;
  readonly ends: Read | Refused;
}

export interface Read {
  /** Words that it is read with: lines of its text, or of its tables as `describeTables` writes them. */
  readonly has: readonly string[];
  /** What isn't for its readers. */
  readonly lacks?: readonly string[];
  /** What a person is told to be missing, and nothing else is. */
  readonly told?: readonly string[];
}

export interface Refused {
  readonly says: string;
}

export const read = (...has: string[]): Read => ({ has });
export const refused = (says: string): Refused => ({ says });

const said = (name: string, reason: string): Refused =>
  refused(messages.attachments.processingFailed(`“${name}” ${reason}.`));

/** Sentences about a file of this name, each with what to do. */
export const sentences = (name: string) => ({
  empty: said(name, 'is empty'),
  locked: said(name, 'is password-protected. Save a copy without the password and attach that'),
  broken: said(name, 'is damaged or incomplete. Save or download it again and attach the new copy'),
  tooBig: said(name, 'is too large to open. Save a smaller copy and attach that'),
  tooLong: said(name, 'has more than 1,000 pages. Keep only the ones you need and attach it again'),
  tooWide: said(name, 'has more than 200 columns. Keep only the ones you need and attach it again'),
  uncalculated: said(
    name,
    'has formulas whose results were never saved. Open it in your spreadsheet app, save it and attach it again',
  ),
  old: (extension: string) =>
    said(name, `is in an older Office format. Open it, save it as .${extension} and attach that copy`),
  scanned: said(
    name,
    'has no readable text because its pages are images. Attach a version with text that can be selected',
  ),
});

/** The run fails, and is given back: its files are read, and have no table. */
export const NO_TABLE = refused('no_table');

/** What each tool says of content that it doesn't read. */
export const WRONG_KIND = {
  doc_summary: refused(messages.delegation.pdfOnly),
  data_analysis: refused(messages.delegation.unsupportedFile),
  image_edit: refused(messages.delegation.imageEditNeedsImage),
} as const;

/** Files for one tool, described by a row each. */
export const filesFor =
  (type: MailedFile['type']) =>
  (what: string, name: string, make: MailedFile['make'], ends: MailedFile['ends']): MailedFile => ({
    what,
    name,
    type,
    make,
    ends,
  });
