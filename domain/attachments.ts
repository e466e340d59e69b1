import { type AiTaskType, TOOLS } from './ai-task.ts';
import { EXTENSIONS, FILE_KINDS, type FileKind, OLD_EXTENSIONS, PICTURE_KINDS } from './file-kinds.ts';

/** 10 MB means 10 485 760 bytes, per file. */
export const ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024;

/** Pages of a PDF without text that a run looks at, from the first: each is paid for by itself. */
export const SCANNED_PAGES_MAX = 20;

export const ATTACHMENT_BUCKET = 'task-attachments';
export const OUTPUT_BUCKET = 'ai-outputs';

/** Attachments that a type of task allows. */
export interface AttachmentRule {
  readonly kinds: readonly FileKind[];
  readonly atLeast: 0 | 1;
  readonly atMost: number;
  /** How many may be attached if all of them are pictures: the pages of one document. Omitted: no more than others. */
  readonly atMostPictures?: number;
}

/** Inputs that a tool's model accepts, for types that leave this open. */
export interface Reading {
  /** It can read pictures. */
  readonly vision: boolean;
  /** It is shown the text of PDFs and tables. The demo isn't. */
  readonly texts: boolean;
}

/** Null if nothing can be attached. */
export function attachmentRule(type: AiTaskType, { vision, texts }: Reading): AttachmentRule | null {
  const { takes: rule, makes } = TOOLS[type];
  if (rule === null || makes === 'image') return rule;
  const readsTexts = texts || rule.atLeast > 0;
  const kinds = rule.kinds.filter((kind) => (isPictureKind(kind) ? vision : readsTexts));
  const { atMostPictures, ...others } = rule;
  const pages = vision && atMostPictures !== undefined ? { atMostPictures } : {};
  return kinds.length === 0 ? null : { ...others, ...pages, kinds };
}

/** How many of these files may be attached. Kinds: null where a name says nothing. */
export const mostAllowed = (
  { atMost, atMostPictures = atMost }: AttachmentRule,
  kinds: readonly (FileKind | null)[],
): number => (kinds.every(isPictureKind) ? atMostPictures : atMost);

const isPictureKind = (kind: FileKind | null): boolean => PICTURE_KINDS.some((each) => each === kind);

/** Why a file can't be attached, judged by name and size. A name that says nothing is left to the server. */
export type AttachmentProblem = 'too_large' | 'empty' | 'old_format' | 'wrong_kind';

export function attachmentProblem(
  file: { readonly name: string; readonly size: number },
  rule: AttachmentRule,
): AttachmentProblem | null {
  const accepts = (kind: FileKind): boolean => rule.kinds.some((each) => each === kind);
  const [kind, today] = [kindByName(file.name), kindToday(file.name)];
  const named = kind ?? today;
  if (named !== null && !accepts(named)) return 'wrong_kind';
  if (today !== null) return 'old_format';
  if (file.size > ATTACHMENT_BYTES_MAX) return 'too_large';
  return file.size === 0 ? 'empty' : null;
}

export function kindByName(name: string): FileKind | null {
  const extension = extensionOf(name);
  return FILE_KINDS.find((kind) => EXTENSIONS[kind].includes(extension)) ?? null;
}

/** Kind and extension that a file of an old Office gets when it's saved today. */
export const kindToday = (name: string): FileKind | null =>
  Object.entries(OLD_EXTENSIONS).find(([extension]) => extension === extensionOf(name))?.[1] ?? null;

const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
