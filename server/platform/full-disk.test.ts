import { expect, it } from 'vitest';
import { DISK_IS_FULL, DiskFullError } from '#server/lib/disk-space.ts';
import { answerOf, ROOM_NAMES } from '#tests/fixtures/failing-rooms.ts';
import { DatabaseError } from './db/database.ts';

const FAILURES = [
  ['the database', new DatabaseError('53100', 'could not extend file "base/5/16384": No space left')],
  ['the file system', Object.assign(new Error('ENOSPC: write /srv/errand/x'), { code: 'ENOSPC' })],
  ['the quota', Object.assign(new Error('EDQUOT: write /srv/errand/x'), { code: 'EDQUOT' })],
  ['the watch', new DiskFullError(DISK_IS_FULL)],
] as const;

const ANSWERS = {
  rest: { code: '53100', message: DISK_IS_FULL, details: null, hint: null },
  auth: { code: 507, error_code: 'insufficient_storage', msg: DISK_IS_FULL },
  functions: { code: 'insufficient_storage', message: DISK_IS_FULL },
  storage: { statusCode: '507', error: 'insufficient_storage', message: DISK_IS_FULL },
  realtime: { message: DISK_IS_FULL },
} as const;

it.each(FAILURES)(
  'each room reports a full disk in its own form when %s refuses, without logging it',
  async (_who, error) => {
    for (const room of ROOM_NAMES) {
      const { response, log } = await answerOf(room, error);
      expect([room, response.status, log]).toEqual([room, 507, []]);
      expect(await response.json()).toMatchObject(ANSWERS[room]);
    }
  },
);
