import { expect, it } from 'vitest';
import { DISK_IS_FULL, DiskFullError } from '#server/lib/disk-space.ts';
import { silentLog } from '#server/lib/log.ts';
import { renderError, toAuthError } from './auth/wire/render-error.ts';
import { ANON } from './db/caller.ts';
import { DatabaseError } from './db/database.ts';
import { createFunctionsRoom } from './functions/functions-room.ts';
import { type Authenticator } from './http/authentication.ts';
import { errorResponse, toRestError } from './rest/respond/render-error.ts';
import { toStorageError } from './storage/storage-error.ts';

const request = new Request('http://localhost/functions/v1/fails', { method: 'POST', body: '{}' });
const context = { ip: '127.0.0.1', requestId: 'r1' };
const allowed = { ok: true, caller: ANON } as const;
const authenticator: Authenticator = { fromRequest: async () => allowed, fromToken: async () => allowed };

const ROOMS = {
  rest: (error: Error) =>
    errorResponse(toRestError(error, { isAnon: true, log: silentLog, requestId: 'r1' }), false),
  auth: (error: Error) => renderError(toAuthError(error, context, silentLog), request, context),
  functions: (error: Error) =>
    createFunctionsRoom({
      authenticator,
      definitions: [{ name: 'fails', access: 'anyone', input: null, handle: () => Promise.reject(error) }],
      log: silentLog,
    }).handle(request, context),
};

const FAILURES = [
  ['the database', new DatabaseError('53100', 'could not extend file "base/5/16384": No space left')],
  ['the file system', Object.assign(new Error('ENOSPC: write /srv/errand/x'), { code: 'ENOSPC' })],
  ['the watch', new DiskFullError(DISK_IS_FULL)],
] as const;

it.each(FAILURES)(
  'each room says in its own form that the disk is full when %s refuses',
  async (_who, error) => {
    const answers = {
      rest: { code: '53100', message: DISK_IS_FULL, details: null, hint: null },
      auth: { code: 507, error_code: 'insufficient_storage', msg: DISK_IS_FULL },
      functions: { code: 'insufficient_storage', message: DISK_IS_FULL },
    };
    for (const room of ['rest', 'auth', 'functions'] as const) {
      const response = await ROOMS[room](error);
      expect([room, response.status]).toEqual([room, 507]);
      expect(await response.json()).toMatchObject(answers[room]);
    }
    expect(toStorageError(error)).toMatchObject({
      httpStatus: 507,
      statusCode: 507,
      word: 'insufficient_storage',
      message: DISK_IS_FULL,
    });
  },
);
