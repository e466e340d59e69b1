import { type AttachmentRule, kindByName, mostAllowed } from '#domain/attachments.ts';
import { LANGUAGE } from '#web/texts/locale.ts';
import type { AttachedFile } from './delegation-choices.ts';

/** How many of these files the rule allows. */
export const roomFor = (rule: AttachmentRule, files: readonly { readonly name: string }[]): number =>
  mostAllowed(
    rule,
    files.map(({ name }) => kindByName(name)),
  );

/**
 * Adds files to the form. If the rule allows only one of them, the new one replaces it; adding none replaces nothing.
 */
export function withAdded(
  files: readonly AttachedFile[],
  added: readonly AttachedFile[],
  rule: AttachmentRule,
): readonly AttachedFile[] {
  const all = [...files, ...added];
  return roomFor(rule, all) === 1 && added.length > 0 ? added : all;
}

export function isPicture(name: string): boolean {
  const kind = kindByName(name);
  return kind === 'png' || kind === 'jpeg' || kind === 'webp';
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Human-readable size: 4 kB, 1.2 MB. A megabyte is 1024 x 1024 bytes, as in the limit. */
export function toSizeWords(bytes: number): string {
  const isLarge = bytes >= MEGABYTE;
  return new Intl.NumberFormat(LANGUAGE, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / MEGABYTE : Math.ceil(bytes / KILOBYTE));
}
