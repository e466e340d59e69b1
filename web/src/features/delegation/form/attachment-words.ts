import type { AiTaskType } from '#domain/ai-task.ts';
import { type AttachmentRule, attachmentProblem } from '#domain/attachments.ts';
import { type TextId, t } from '#web/texts/app.ts';
import { LANGUAGE } from '#web/texts/locale.ts';
import type { AttachedFile } from './delegation-choices.ts';

/** What is wrong with these files, in words; undefined where they fit. The sentences are those of the server. */
export function wordFileProblem(
  type: AiTaskType,
  rule: AttachmentRule,
  files: readonly { readonly name: string; readonly size: number }[],
): string | undefined {
  for (const file of files) {
    switch (attachmentProblem(file, rule)) {
      case 'wrong_kind':
        return t(WRONG_KIND[type] ?? 'delegation.files.unsupported');
      case 'too_large':
        return t('delegation.files.too_large');
      case 'empty':
        return t('delegation.files.empty', { name: file.name });
      case null:
    }
  }
  return files.length > rule.atMost ? t('delegation.files.too_many', { count: rule.atMost }) : undefined;
}

/** That what was attached when the form was left is not there any more; undefined where all is. */
export function wordLostFiles(files: readonly AttachedFile[]): string | undefined {
  const names = files.filter(({ state }) => state !== 'ready').map(({ name }) => name);
  if (names.length === 0) return undefined;
  const list = new Intl.ListFormat(LANGUAGE).format(names);
  return t('delegation.files.lost', { count: names.length, names: list });
}

/** What is said where a file is needed and none is there. */
export function wordMissingFile(type: AiTaskType): string {
  return t(MISSING[type] ?? 'delegation.files.unsupported');
}

/** Which files can be attached. */
export function wordKinds(type: AiTaskType, rule: AttachmentRule): string {
  if (type === 'image_edit') return t('delegation.files.kinds.one_image');
  if (type === 'doc_summary') return t('delegation.files.kinds.pdf');
  if (!rule.kinds.includes('png')) return t('delegation.files.kinds.tables');
  return t(rule.kinds.includes('csv') ? 'delegation.files.kinds.data' : 'delegation.files.kinds.images');
}

const WRONG_KIND: Partial<Record<AiTaskType, TextId>> = {
  doc_summary: 'delegation.files.pdf_only',
  image_edit: 'delegation.files.image_needed',
};

const MISSING: Partial<Record<AiTaskType, TextId>> = {
  doc_summary: 'delegation.files.pdf_needed',
  data_analysis: 'delegation.files.data_needed',
  image_edit: 'delegation.files.image_needed',
};
