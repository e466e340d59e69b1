import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ZipFile } from 'yazl';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import { packResults, type ResultPacking } from './pack-results.ts';
import type { AccountFile, AccountTable } from './read-account.ts';

export interface Packing {
  readonly tables: readonly AccountTable[];
  readonly files: readonly AccountFile[];
  readonly access: FileAccess;
  /** Answers, as PDFs. */
  readonly results: Omit<ResultPacking, 'signal' | 'onResult'>;
  readonly signal: AbortSignal;
  /** Called after each file and answer. */
  readonly onFile: (done: number) => Promise<void>;
}

/** A zip archive as a stream: only one file at a time is in memory. */
export function packAccount(packing: Packing): ReadableStream<Uint8Array> {
  const { tables, files, results, access, signal, onFile } = packing;
  const zip = new ZipFile();
  const output = new Readable().wrap(zip.outputStream);
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(README), 'README.txt');
  for (const { name, rows } of tables) {
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `data/${name}.json`);
  }
  let done = 0;
  const count = (): Promise<void> => {
    done += 1;
    return onFile(done);
  };
  const read = async (file: AccountFile): Promise<Buffer> => {
    signal.throwIfAborted();
    const bytes = await access.read(file, Number.POSITIVE_INFINITY);
    await count();
    // Deleted since the list was made, so it isn't exported.
    return bytes ?? Buffer.alloc(0);
  };
  for (const file of files) {
    // Pictures and PDFs are already compressed.
    zip.addReadStreamLazy(file.name, { compress: false }, (give) => {
      read(file).then(
        (bytes) => give(null, Readable.from([bytes])),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  packResults(zip, { ...results, signal, onResult: count }).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return Readable.toWeb(output);
}

const README = `Everything that was in your account when this archive was created.

data/    One JSON file for each kind of data: your profile and settings, the terms and emails you agreed to,
         projects, tasks, the assistant's runs with their steps and answers, file details, the trash, and your
         credit history.
files/   Your files under their own names: the attachments you added and the results the assistant made.
         The first eight characters of each name match its path in data/task_files.json.
answers/ Each answer as a PDF with its sources and receipt, for reading and printing. The number in its name is the
         one on its receipt. If one couldn’t be made, answers/NOT-INCLUDED.txt says which.

All times are UTC.
`;
