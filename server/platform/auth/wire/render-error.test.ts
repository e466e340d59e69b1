import { expect, it } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { DatabaseError } from '../../db/database.ts';
import { refusals } from './auth-error.ts';
import { toAuthError, toRefreshError } from './render-error.ts';

const log = createLog('silent', () => {});
const context = { ip: '203.0.113.7', requestId: 'r1' };

it.each(['PT429', '53300', '53100', '57014', '57P01'])(
  'answers a refresh that the database refused with %s without making the client drop its session',
  (code) => {
    expect(toRefreshError(new DatabaseError(code, 'not now'), context, log)).toMatchObject({
      status: 503,
      retryAfter: 1,
    });
  },
);

it('answers a refresh that lost a race without making the client drop its session', () => {
  expect(toRefreshError(refusals.conflict(), context, log)).toMatchObject({ status: 503, retryAfter: 1 });
});

it('passes on errors of the refresh itself', () => {
  expect(toRefreshError(refusals.sessionNotFound(), context, log).status).toBe(
    refusals.sessionNotFound().status,
  );
  expect(toRefreshError(refusals.tooManyRequests(7), context, log)).toMatchObject({
    status: 429,
    retryAfter: 7,
  });
});

it('answers any other request with too many requests', () => {
  expect(toAuthError(new DatabaseError('PT429', 'not now'), context, log).status).toBe(429);
});
