import { expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { silentLog } from '#server/lib/log.ts';
import { readZip } from '#tests/fixtures/read-zip.ts';
import { FileWorkError } from '../files/file-work.ts';
import { packResults, type ResultPacking } from './pack-results.ts';

const results = (count: number) =>
  Array.from({ length: count }, (_result, at) => ({ run_id: `run-${at}`, name: `answers/${at}.pdf` }));

const pdf = { bytes: Buffer.from('%PDF'), pages: 1 };

async function pack(
  packing: Partial<ResultPacking>,
  onBytes = (_count: number): void => undefined,
): Promise<Map<string, Buffer>> {
  const zip = new ZipFile();
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => {
    zip.outputStream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      onBytes(chunk.length);
    });
    zip.outputStream.on('end', resolve);
  });
  await packResults(zip, {
    results: results(3),
    write: async () => pdf,
    signal: new AbortController().signal,
    log: silentLog,
    onResult: async () => undefined,
    ...packing,
  });
  zip.end();
  await ended;
  return readZip(Buffer.concat(chunks));
}

it('names an answer that can’t be set, and has all others', async () => {
  const onResult = vi.fn(async () => undefined);
  const write: ResultPacking['write'] = async ({ run_id }) => {
    if (run_id === 'run-1') throw new FileWorkError('too large');
    return pdf;
  };
  const zip = await pack({ write, onResult });
  expect([...zip.keys()]).toEqual(['answers/0.pdf', 'answers/2.pdf', 'answers/NOT-INCLUDED.txt']);
  expect(zip.get('answers/NOT-INCLUDED.txt')?.toString()).toContain('answers/1.pdf');
  expect(onResult).toHaveBeenCalledTimes(3);
});

it('names those for which no time is left', async () => {
  const zip = await pack({ time: -1 });
  expect(zip.get('answers/NOT-INCLUDED.txt')?.toString().match(/\.pdf/g)).toHaveLength(3);
});

it('leaves out an answer that was deleted meanwhile, without a word', async () => {
  expect([...(await pack({ write: async () => null })).keys()]).toEqual([]);
});

it('fails as a whole where the database does, and where the process stops', async () => {
  await expect(pack({ write: () => Promise.reject(new Error('no database')) })).rejects.toThrow(
    'no database',
  );
  await expect(pack({ signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow('stopping');
});

it('has one of 500 in memory at a time', async () => {
  const bytes = Buffer.alloc(100_000);
  let held = 0;
  let most = 0;
  const write: ResultPacking['write'] = async () => {
    held += bytes.length;
    most = Math.max(most, held);
    return { bytes, pages: 1 };
  };
  const zip = await pack({ results: results(500), write }, (count) => {
    held -= count;
  });
  expect(zip.size).toBe(500);
  expect(most).toBeLessThanOrEqual(2 * bytes.length);
});
