import { type AiTaskType, TOOLS, type ToolFacts } from '#domain/ai-task.ts';
import { messages } from '#domain/messages.ts';
import { type FileFacts, PDF_PAGES_MAX, type WhyUnusable } from './file-facts.ts';
import { COLUMNS_MAX } from './table-facts.ts';

type Subject = NonNullable<ToolFacts['subject']>;

const MISSING: Readonly<Record<Subject, string>> = {
  pdf: messages.delegation.pdfSummaryNeedsPdf,
  data: messages.delegation.dataAnalysisNeedsFile,
  image: messages.delegation.imageEditNeedsImage,
};

const WRONG_KIND: Readonly<Record<Subject, string>> = {
  pdf: messages.delegation.pdfOnly,
  data: messages.delegation.unsupportedFile,
  image: messages.delegation.imageEditNeedsImage,
};

/** Message if a tool needs a file and got none. */
export function missingFileMessage(type: AiTaskType): string {
  const { subject } = TOOLS[type];
  return subject ? MISSING[subject] : messages.delegation.unsupportedFile;
}

/** Message if the tool doesn't accept the file's kind. */
export function wrongKindMessage(type: AiTaskType): string {
  const { subject } = TOOLS[type];
  return subject ? WRONG_KIND[subject] : messages.delegation.unsupportedFile;
}

/** Message if a file can't be read; null if it can. */
export function unreadableMessage(
  { name, readsScans }: { name: string; readsScans: boolean },
  facts: FileFacts,
): string | null {
  if (facts.kind === 'unusable') return said(name, reasonOf(facts));
  const hasNothingToRead = !readsScans && facts.kind === 'pdf' && facts.textPages === 0;
  return hasNothingToRead
    ? said(
        name,
        'has no readable text because its pages are images. Attach a version with text that can be selected',
      )
    : null;
}

function reasonOf({ why, as }: Extract<FileFacts, { kind: 'unusable' }>): string {
  if (why !== 'old') return REASONS[why];
  return `is in an older Office format. Open it, save it as .${as} and attach that copy`;
}

const REASONS: Readonly<Record<Exclude<WhyUnusable, 'old'>, string>> = {
  empty: 'is empty',
  locked: 'is password-protected. Save a copy without the password and attach that',
  broken: 'is damaged or incomplete. Save or download it again and attach the new copy',
  too_big: 'is too large to open. Save a smaller copy and attach that',
  too_long: `has more than ${PDF_PAGES_MAX.toLocaleString('en')} pages. Keep only the ones you need and attach it again`,
  too_wide: `has more than ${COLUMNS_MAX} columns. Keep only the ones you need and attach it again`,
  uncalculated:
    'has formulas whose results were never saved. Open it in your spreadsheet app, save it and attach it again',
  heic: 'is a HEIC photo, which can’t be opened here. Save or export it as JPEG and attach that copy',
  unknown: 'is not a supported file type',
};

function said(name: string, reason: string): string {
  return messages.attachments.processingFailed(`“${name}” ${reason}.`);
}
