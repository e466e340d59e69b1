import { type AiTaskType, TOOLS, type ToolFacts } from '#domain/ai-task.ts';
import { type AttachmentRule, attachmentProblem, kindToday } from '#domain/attachments.ts';
import { type FileKind, PICTURE_KINDS } from '#domain/file-kinds.ts';
import { type TextId, t } from '#web/texts/later.ts';
import { DATE_LOCALE, LANGUAGE } from '#web/texts/locale.ts';
import { roomFor } from './attachment-list.ts';
import type { AttachedFile } from './delegation-choices.ts';

/** Describes why these files don't fit, in the server's own words; undefined if they do. */
export function wordFileProblem(
  type: AiTaskType,
  rule: AttachmentRule,
  files: readonly { readonly name: string; readonly size: number }[],
): string | undefined {
  for (const file of files) {
    switch (attachmentProblem(file, rule)) {
      case 'wrong_kind':
        return t(wrongKindOf(type));
      case 'old_format':
        return t('delegation.files.old_format', { name: file.name, as: kindToday(file.name) ?? '' });
      case 'too_large':
        return t('delegation.files.too_large');
      case 'empty':
        return t('delegation.files.empty', { name: file.name });
      case null:
    }
  }
  const count = roomFor(rule, files);
  return files.length > count ? t('delegation.files.too_many', { count }) : undefined;
}

/** Names the files of a draft that are no longer on the server; undefined if none are missing. */
export function wordLostFiles(files: readonly AttachedFile[]): string | undefined {
  const names = files.filter(({ state }) => state !== 'ready').map(({ name }) => name);
  if (names.length === 0) return undefined;
  const list = new Intl.ListFormat(LANGUAGE).format(names);
  return t('delegation.files.lost', { count: names.length, names: list });
}

/** Message for a tool that needs a file and has none. */
export function wordMissingFile(type: AiTaskType): string {
  const { subject } = TOOLS[type];
  return t(subject ? MISSING[subject] : 'delegation.files.unsupported');
}

/** Describes the kinds of files that can be attached. */
export function wordKinds({ kinds: all, atMost, atMostPictures = atMost }: AttachmentRule): string {
  const isPicture = (kind: FileKind): boolean => PICTURE_KINDS.some((one) => one === kind);
  if (all.every(isPicture))
    return t(atMost === 1 ? 'delegation.files.kinds.one_image' : 'delegation.files.kinds.images');
  const isPages = atMostPictures > atMost && all.some(isPicture);
  const kinds = isPages ? all.filter((kind) => !isPicture(kind)) : all;
  const texts = Object.entries(NAMES).flatMap(([name, text]) =>
    kinds.some((kind) => kind === name) ? text : [],
  );
  const names = OR.format([...new Set(texts)].map((text) => t(text)));
  if (isPages) return t('delegation.files.kinds.one_or_photos', { kinds: names, count: atMostPictures });
  return atMost === 1 ? t('delegation.files.kinds.one', { kinds: names }) : names;
}

/** What people call each kind, in the order in which they are listed. */
const NAMES: Readonly<Record<FileKind, TextId>> = {
  xlsx: 'delegation.files.kind.excel',
  ods: 'delegation.files.kind.excel',
  csv: 'delegation.files.kind.csv',
  pdf: 'delegation.files.kind.pdf',
  docx: 'delegation.files.kind.word',
  odt: 'delegation.files.kind.word',
  pptx: 'delegation.files.kind.powerpoint',
  odp: 'delegation.files.kind.powerpoint',
  text: 'delegation.files.kind.text',
  eml: 'delegation.files.kind.email',
  msg: 'delegation.files.kind.email',
  html: 'delegation.files.kind.html',
  epub: 'delegation.files.kind.epub',
  png: 'delegation.files.kind.images',
  jpeg: 'delegation.files.kind.images',
  webp: 'delegation.files.kind.images',
};

/** British like the texts: no comma before the last one. */
const OR = new Intl.ListFormat(DATE_LOCALE, { type: 'disjunction' });

function wrongKindOf(type: AiTaskType): TextId {
  const { subject } = TOOLS[type];
  return subject ? WRONG_KIND[subject] : 'delegation.files.unsupported';
}

type Subject = NonNullable<ToolFacts['subject']>;

const WRONG_KIND: Readonly<Record<Subject, TextId>> = {
  pdf: 'delegation.files.pdf_only',
  data: 'delegation.files.unsupported',
  image: 'delegation.files.image_needed',
};

const MISSING: Readonly<Record<Subject, TextId>> = {
  pdf: 'delegation.files.pdf_needed',
  data: 'delegation.files.data_needed',
  image: 'delegation.files.image_needed',
};
