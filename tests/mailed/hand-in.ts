import { createHash } from 'node:crypto';
import { attachmentRule } from '#domain/attachments.ts';
import { kindOfType, SECTION_KINDS, TABLE_KINDS, type TableKind } from '#domain/file-kinds.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import { type CheckedAttachment, checkAttachments } from '#server/product/files/check-attachments.ts';
import type { FileWork } from '#server/product/files/file-work.ts';
import type { TableFacts } from '#server/product/files/table-facts.ts';
import type { MailedFile } from './mailed-file.ts';

/** What came of a file: the sentence of its refusal, or what its tool reads of it. */
export type HandedIn =
  | { readonly says: string }
  | { readonly text: string; readonly told: readonly string[] };

/** Hands a file to its tool, as a delegation does: it's checked, and then read by the run. */
export async function handIn(fileWork: FileWork, { name, type, make }: MailedFile): Promise<HandedIn> {
  const bytes = await make();
  const path = `ada/${name}`;
  // Files of one name must differ by their etag: what a file holds is remembered by both.
  const etag = createHash('sha256').update(bytes).digest('hex');
  const known = { bucket: 'task-attachments', path, title: name, size: bytes.length, etag };
  const files: Pick<FileAccess, 'find' | 'read'> = { find: async () => [known], read: async () => bytes };
  const checked = await checkAttachments(
    { files, fileWork },
    {
      userId: 'ada',
      type,
      paths: [path],
      rule: attachmentRule(type, { vision: false, texts: true }),
      readsScans: false,
    },
  );
  if ('refused' in checked)
    return { says: checked.refused === 'unusable_file' ? checked.message : checked.refused };
  const [attachment] = checked.attachments;
  if (attachment === undefined) throw new Error('nothing was attached');
  return readAs(fileWork, attachment, { type, bytes });
}

async function readAs(
  fileWork: FileWork,
  { name, type: mime }: CheckedAttachment,
  { type, bytes }: { type: MailedFile['type']; bytes: Buffer },
): Promise<HandedIn> {
  const kind = kindOfType(mime);
  if (type === 'image_edit') {
    const job = { bytes, maxEdge: 1024, frame: null, format: 'png' } as const;
    const { original } = await fileWork.prepareImage(job);
    return { text: `${original.width} x ${original.height}`, told: [] };
  }
  if (kind === 'pdf' && type === 'doc_summary') return readPages(fileWork, bytes);
  const tables = TABLE_KINDS.find((each) => each === kind);
  if (tables !== undefined) return readTables(fileWork, { kind: tables, name, bytes });
  const sections = SECTION_KINDS.find((each) => each === kind);
  if (sections === undefined) throw new Error(`${name} is of no kind that ${type} reads`);
  const { parts } = await fileWork.readDocument({ kind: sections, bytes });
  return { text: numbered(parts), told: [] };
}

async function readTables(
  fileWork: FileWork,
  source: { readonly kind: TableKind; readonly name: string; readonly bytes: Buffer },
): Promise<HandedIn> {
  const tables = await fileWork.profileTables([source]);
  if (tables.length === 0) return { says: 'no_table' };
  const told = new Set(tables.flatMap(({ issues }) => issues.map(({ key }) => key)));
  return { text: tables.map(describeTable).join('\n'), told: [...told].toSorted() };
}

async function readPages(fileWork: FileWork, bytes: Buffer): Promise<HandedIn> {
  const { pages, cut, garbled, scanned, attachments } = await fileWork.readPdf(bytes);
  const told = [
    ...cut.map((page) => `cut ${page}`),
    ...garbled.map((page) => `garbled ${page}`),
    ...scanned.map((page) => `scanned ${page}`),
    ...attachments.map((file) => `attached ${file}`),
  ];
  return { text: numbered(pages), told };
}

const numbered = (parts: readonly string[]): string =>
  parts.map((part, at) => `[${at + 1}] ${part}`).join('\n');

/** A table in words: its name, rows and columns, and its first rows. */
function describeTable({ name, rows, columns, sample }: TableFacts): string {
  const head = `${name}: ${rows} rows of ${columns.map(({ label }) => label).join(', ')}`;
  return [head, ...sample.map((row) => row.join(' | '))].join('\n');
}
