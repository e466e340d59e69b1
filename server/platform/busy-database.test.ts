import { describe, expect, it } from 'vitest';
import { answerOf, ROOM_NAMES } from '#tests/fixtures/failing-rooms.ts';
import { DatabaseError } from './db/database.ts';

const DEADLOCK = new DatabaseError('40P01', 'deadlock detected', {
  severity: 'ERROR',
  detail: 'Process 4711 waits for ShareLock on transaction 815; blocked by process 4712.',
  hint: 'See server log for query details.',
});
const LOCK_TIMEOUT = new DatabaseError('55P03', 'canceling statement due to lock timeout', {
  severity: 'ERROR',
});
const ENDED = new DatabaseError('57014', 'canceling statement due to statement timeout');

describe('each room reports in its own form, without logging an error, that', () => {
  it.each([
    ['others hold the rows', LOCK_TIMEOUT, [503, 503, 503, 503, 503]],
    ['a deadlock was ended', DEADLOCK, [503, 503, 503, 503, 503]],
    ['too many are waiting', new DatabaseError('53300', 'too many are waiting'), [503, 429, 503, 429, 503]],
    ['one asks for too much', new DatabaseError('PT429', 'more than your share'), [429, 429, 429, 429, 429]],
    [
      'the database restarts',
      new DatabaseError('57P01', 'the database cannot be reached'),
      [503, 503, 503, 503, 503],
    ],
    ['it took too long', ENDED, [504, 504, 504, 544, 504]],
  ])('%s', async (_what, error, statuses) => {
    const answers = await Promise.all(ROOM_NAMES.map((room) => answerOf(room, error)));
    expect(answers.map(({ response }) => response.status)).toEqual(statuses);
    expect(answers.flatMap(({ log }) => log)).toEqual([]);
    for (const { response } of answers) {
      if (response.status === 503) expect(response.headers.get('retry-after')).toMatch(/^[15]$/);
      expect(await response.text()).not.toMatch(/Process \d|ShareLock|See server log/);
    }
  });
});
