import { type Archive, openArchive } from '../../archive/open-archive.ts';
import type { FoundTables } from '../raw-table.ts';
import { readOds } from './read-ods.ts';
import { readXlsx } from './read-xlsx.ts';

export type WorkbookKind = 'xlsx' | 'ods';

const READERS = { xlsx: readXlsx, ods: readOds } as const satisfies Readonly<
  Record<WorkbookKind, (file: string, archive: Archive) => Promise<FoundTables>>
>;

/** Reads the tables of a workbook: one per sheet that isn't empty. Rejects with UnreadableError. */
export async function readWorkbook({
  kind,
  name,
  bytes,
}: {
  readonly kind: WorkbookKind;
  readonly name: string;
  readonly bytes: Uint8Array;
}): Promise<FoundTables> {
  const archive = await openArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return READERS[kind](name, archive);
}
