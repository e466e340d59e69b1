import { type AiTaskType, TOOLS, type ToolFacts } from '#domain/ai-task.ts';
import { type AttachmentRule, attachmentProblem } from '#domain/attachments.ts';
import { type TextId, t } from '#web/texts/app.ts';
import { LANGUAGE } from '#web/texts/locale.ts';
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
      case 'too_large':
        return t('delegation.files.too_large');
      case 'empty':
        return t('delegation.files.empty', { name: file.name });
      case null:
    }
  }
  return files.length > rule.atMost ? t('delegation.files.too_many', { count: rule.atMost }) : undefined;
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
export function wordKinds({ kinds, atMost }: AttachmentRule): string {
  const [takesTables, takesPictures] = [kinds.includes('csv'), kinds.includes('png')];
  if (takesTables) return t(takesPictures ? 'delegation.files.kinds.data' : 'delegation.files.kinds.tables');
  if (!takesPictures) return t('delegation.files.kinds.pdf');
  return t(atMost === 1 ? 'delegation.files.kinds.one_image' : 'delegation.files.kinds.images');
}

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
