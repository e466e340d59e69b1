import { type AiTaskType, TOOLS } from '#domain/ai-task.ts';
import {
  ATTACHMENT_BUCKET,
  ATTACHMENT_BYTES_MAX,
  type AttachmentRule,
  kindByName,
  mostAllowed,
  SCANNED_PAGES_MAX,
} from '#domain/attachments.ts';
import type { ContractFile } from '#domain/contract/contract-of.ts';
import { type FileKind, kindOfType, MIME_TYPES, PLAIN_KINDS } from '#domain/file-kinds.ts';
import { messages } from '#domain/messages.ts';
import type { Attachment } from '#domain/rows/run-row.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { FileAccess, KnownFile } from '#server/platform/storage/file-access.ts';
import { cleanText } from '../ai/language/clean-text.ts';
import type { FileFacts } from './file-facts.ts';
import type { FileWork } from './file-work.ts';
import { missingFileMessage, unreadableMessage, wrongKindMessage } from './unusable-file.ts';

type FileReader = Pick<FileAccess, 'find' | 'read'>;

/** An attachment with its etag, to detect whether it was replaced after the check. */
export interface CheckedAttachment extends Attachment {
  readonly etag: string;
}

export type AttachmentCheck =
  /** `files`: what is known of each. */
  | { readonly attachments: readonly CheckedAttachment[]; readonly files: readonly ContractFile[] }
  /** The same for missing files and for other users' files. */
  | { readonly refused: 'not_found' }
  | { readonly refused: 'unusable_file'; readonly message: string };

export interface Attaching {
  readonly userId: string;
  readonly type: AiTaskType;
  readonly paths: readonly string[];
  /** Null if the tool reads no files. */
  readonly rule: AttachmentRule | null;
  /** Whether the tool reads PDFs without a text layer. */
  readonly readsScans: boolean;
  /** The last page of a PDF that is read, by the tokens of each. Omitted: all are, as far as anybody knows. */
  readonly lastPage?: ((tokens: readonly number[]) => number) | undefined;
}

/**
 * Checks everything about the attached files that can be known before a credit is taken: owner, existence,
 * count, size, kind by content, and whether they are readable to the end.
 */
export async function checkAttachments(
  deps: { files: FileReader; fileWork: FileWork },
  { paths: given, ...attaching }: Attaching,
): Promise<AttachmentCheck> {
  const { userId, type, rule } = attaching;
  const paths = [...new Set(given)];
  if (rule === null)
    return paths.length === 0 ? { attachments: [], files: [] } : unusable(wrongKindMessage(type));
  if (paths.length < rule.atLeast) return unusable(missingFileMessage(type));
  if (paths.length > mostAllowed(rule, [])) return unusable(wrongKindMessage(type));
  if (!paths.every((path) => path.startsWith(`${userId}/`))) return { refused: 'not_found' };

  const known = await deps.files.find(ATTACHMENT_BUCKET, paths);
  const attachments: CheckedAttachment[] = [];
  const described: ContractFile[] = [];
  for (const path of paths) {
    const file = known.find((one) => one.path === path);
    if (!file) return { refused: 'not_found' };
    const looked = await look(deps, file, { ...attaching, rule });
    if ('refused' in looked) return looked;
    attachments.push(looked.attachment);
    described.push(looked.file);
  }
  const kinds = attachments.map((attachment) => kindOfType(attachment.type) ?? null);
  if (attachments.length > mostAllowed(rule, kinds)) return unusable(wrongKindMessage(type));
  return { attachments, files: described };
}

async function look(
  { files, fileWork }: { files: FileReader; fileWork: FileWork },
  file: KnownFile,
  { userId, type, rule, readsScans, lastPage }: Omit<Attaching, 'paths'> & { rule: AttachmentRule },
): Promise<Looked | Extract<AttachmentCheck, { refused: unknown }>> {
  if (file.size > ATTACHMENT_BYTES_MAX) return unusable(messages.attachments.tooLarge);
  const read = (): Promise<Buffer | null> => files.read(file, ATTACHMENT_BYTES_MAX);
  const inspected = await fileWork.inspect({ owner: userId, read, version: `${file.path} ${file.etag}` });
  if (inspected === null) return { refused: 'not_found' };
  const facts = TOOLS[type].subject === 'data' ? inspected : asText(inspected);
  const found = facts.kind === 'unusable' ? facts.as : facts.kind;
  const kind = found && kindFor(rule, { found, path: file.path });
  // Content of no or another kind is the wrong kind, whatever the name; an empty file is empty.
  const isEmpty = facts.kind === 'unusable' && facts.why === 'empty' && (found === null || found === 'csv');
  const isOther = found === null ? facts.kind !== 'unusable' || facts.why === 'unknown' : kind === null;
  if (isOther && !isEmpty) return unusable(wrongKindMessage(type));
  const name = nameOf(file);
  const problem = unreadableMessage({ name, readsScans }, facts);
  if (problem !== null || kind === null) return unusable(problem ?? messages.attachments.readFailed);
  const { path, size, etag } = file;
  const scans = facts.kind === 'pdf' ? facts.pages - facts.textPages : 0;
  const attachment = { path, name, type: MIME_TYPES[kind], size, etag, ...(scans > 0 && { scans }) };
  return { attachment, file: describe(name, facts, { lastPage, readsScans }) };
}

interface Looked {
  readonly attachment: CheckedAttachment;
  readonly file: ContractFile;
}

/** Tokens of a page of usual length. */
const PAGE_TOKENS = 700;

function describe(
  name: string,
  facts: FileFacts,
  { lastPage, readsScans }: Pick<Attaching, 'lastPage' | 'readsScans'>,
): ContractFile {
  if ('width' in facts) return { name, width: facts.width, height: facts.height };
  if (facts.kind !== 'pdf') {
    const { tokens } = 'tokens' in facts ? facts : {};
    return tokens === undefined ? { name } : { name, length: Math.ceil(tokens / PAGE_TOKENS) };
  }
  const upTo = lastPage?.(facts.tokens) ?? facts.pages;
  const pages = facts.tokens.slice(0, upTo).filter((each) => each > 0).length;
  const lookedAt = readsScans ? Math.min(SCANNED_PAGES_MAX, upTo - pages) : 0;
  if (pages + lookedAt === 0) return { name };
  const extent = { upTo, of: facts.pages, ...(lookedAt > 0 && { lookedAt }) };
  return { name, ...(pages > 0 && { pages }), extent };
}

/** Lines with many commas are too wide for a table, but not for a text. */
const asText = (facts: FileFacts): FileFacts =>
  facts.kind === 'unusable' && facts.why === 'too_wide' && facts.as === 'csv' ? { kind: 'csv' } : facts;

/**
 * The kind as which a tool takes a file; null if it doesn't. A table in a text file is a text for a tool that reads no
 * tables. Such a tool takes plain text only under a name of one: behind the name of a PDF it's a mistake.
 */
function kindFor(
  { kinds }: AttachmentRule,
  { found, path }: { found: FileKind; path: string },
): FileKind | null {
  if (PLAIN_KINDS.some((plain) => plain === found) && !kinds.includes('csv')) {
    const named = kindByName(path);
    if (named === null || !kinds.includes(named) || !PLAIN_KINDS.some((plain) => plain === named))
      return null;
  }
  if (kinds.includes(found)) return found;
  // A piece of a page has nothing that a page begins with.
  if (found === 'csv' && kinds.includes('html') && kindByName(path) === 'html') return 'html';
  return found === 'csv' && kinds.includes('text') ? 'text' : null;
}

const NAME_LENGTH = 200;

/** The owner's name for it, cleaned to one line: it is shown, and sent to models. */
function nameOf({ title, path }: KnownFile): string {
  const name = oneLine(cleanText(title ?? ''));
  return Array.from(name).slice(0, NAME_LENGTH).join('') || (path.split('/').at(-1) ?? path);
}

function unusable(message: string): { readonly refused: 'unusable_file'; readonly message: string } {
  return { refused: 'unusable_file', message };
}
