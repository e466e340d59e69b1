import { expect, it } from 'vitest';
import { ATTACHMENT_BYTES_MAX } from '#domain/attachments.ts';
import { createFileWork } from './file-work.ts';

it('large files may take as long together as each may alone', async () => {
  const allowed: number[] = [];
  const watched = createFileWork({
    limit: 1_000,
    queryLimit: 10,
    async perform({ act }, { computing, onPart }) {
      allowed.push(computing);
      if (act === 'profile_tables') return [];
      onPart?.('loaded');
      onPart?.({ ok: false, why: 'wrong', says: 'no such table' });
    },
  });
  const files = (count: number, bytes: number) =>
    Array.from(
      { length: count },
      () => ({ kind: 'csv', name: 'a.csv', bytes: Buffer.alloc(bytes) }) as const,
    );
  for (const sources of [files(10, 100), files(1, ATTACHMENT_BYTES_MAX), files(10, ATTACHMENT_BYTES_MAX)]) {
    await watched.profileTables(sources);
    await watched.queryTables(sources, ['select 1']);
  }
  expect(allowed).toEqual([1_000, 1_010, 1_000, 1_010, 10_000, 10_010]);
});
