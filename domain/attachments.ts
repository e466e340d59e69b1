import type { AiTaskType } from './ai-task.ts';

/** "10 MB", as it is meant: 10 485 760 bytes for each file. */
export const ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024;

export const ATTACHMENT_BUCKET = 'task-attachments';
export const OUTPUT_BUCKET = 'ai-outputs';

/** The kinds of files that any tool reads. The server decides by content; a browser can only go by the name. */
export const FILE_KINDS = ['pdf', 'csv', 'png', 'jpeg', 'webp'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const MIME_TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** The first one is what a file of ours is called. */
export const EXTENSIONS: Readonly<Record<FileKind, readonly string[]>> = {
  pdf: ['pdf'],
  csv: ['csv'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  webp: ['webp'],
};

/** What may be attached for a type of task. */
export interface AttachmentRule {
  readonly kinds: readonly FileKind[];
  readonly atLeast: 0 | 1;
  readonly atMost: number;
}

const PICTURES = ['png', 'jpeg', 'webp'] as const;

const RULES: Readonly<Record<AiTaskType, AttachmentRule | null>> = {
  answer: { kinds: FILE_KINDS, atLeast: 0, atMost: 4 },
  reasoning: { kinds: FILE_KINDS, atLeast: 0, atMost: 4 },
  research: null,
  web_search: null,
  data_analysis: { kinds: FILE_KINDS, atLeast: 1, atMost: 10 },
  doc_summary: { kinds: ['pdf'], atLeast: 1, atMost: 1 },
  create_image: null,
  image_edit: { kinds: PICTURES, atLeast: 1, atMost: 1 },
};

/** What the model of a tool can take in, where its type leaves that open. */
export interface Reading {
  /** It can look at pictures. */
  readonly vision: boolean;
  /** It is shown what PDFs and tables say. The demo is not. */
  readonly texts: boolean;
}

/** Null where nothing can be attached. */
export function attachmentRule(type: AiTaskType, { vision, texts }: Reading): AttachmentRule | null {
  const rule = RULES[type];
  if (rule === null || type === 'image_edit') return rule;
  const readsTexts = texts || rule.atLeast > 0;
  const kinds = rule.kinds.filter((kind) => (PICTURES.some((one) => one === kind) ? vision : readsTexts));
  return kinds.length === 0 ? null : { ...rule, kinds };
}

/** Why a file cannot be attached, as far as its name and size tell. */
export type AttachmentProblem = 'too_large' | 'empty' | 'wrong_kind';

export function attachmentProblem(
  file: { readonly name: string; readonly size: number },
  rule: AttachmentRule,
): AttachmentProblem | null {
  if (!rule.kinds.some((kind) => kind === kindByName(file.name))) return 'wrong_kind';
  if (file.size > ATTACHMENT_BYTES_MAX) return 'too_large';
  return file.size === 0 ? 'empty' : null;
}

export function kindByName(name: string): FileKind | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return FILE_KINDS.find((kind) => EXTENSIONS[kind].includes(extension)) ?? null;
}
