import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { DatabaseError } from '../../db/database.ts';
import { BodyError } from '../../http/read-json.ts';
import { contentRange, rangeStatus } from './content-range.ts';
import { authenticationRefused, errorResponse, toRestError } from './render-error.ts';
import { statusOfSqlState } from './sqlstate-status.ts';

describe('the status of an error of PostgreSQL', () => {
  it.each([
    ['23503', 409],
    ['23505', 409],
    ['23502', 400],
    ['23514', 400],
    ['22P02', 400],
    ['42703', 400],
    ['42601', 400],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['25006', 405],
    ['25P02', 500],
    ['28000', 403],
    ['0LP01', 403],
    ['0P000', 403],
    ['08006', 503],
    ['09000', 500],
    ['40001', 500],
    ['40P01', 503],
    ['55P03', 503],
    ['55000', 500],
    ['53400', 500],
    ['53300', 503],
    ['54001', 500],
    ['57014', 504],
    ['57000', 500],
    ['57P01', 503],
    ['58000', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 500],
    ['PT404', 404],
    ['PT402', 402],
    ['PT9xx', 500],
    ['PT999', 500],
  ])('%s is %i', (code, status) => {
    expect(statusOfSqlState(code, 'a message', false)).toBe(status);
  });

  it('tells anon to sign in where a user is forbidden', () => {
    expect(statusOfSqlState('42501', '', true)).toBe(401);
    expect(statusOfSqlState('42501', '', false)).toBe(403);
  });

  it('depends on the message where the code is ambiguous', () => {
    expect(statusOfSqlState('21000', 'DELETE requires a WHERE clause', false)).toBe(400);
    expect(statusOfSqlState('21000', 'more than one row returned', false)).toBe(500);
    expect(statusOfSqlState('22023', 'role "x" does not exist', false)).toBe(401);
    expect(statusOfSqlState('22023', 'bad parameter', false)).toBe(400);
  });
});

describe('a failure', () => {
  const context = { isAnon: true, log: silentLog, requestId: 'r-1' };

  it('of the database is shown with its message', async () => {
    const error = new DatabaseError('42501', 'permission denied', { detail: 'D', hint: 'H' });
    const response = errorResponse(toRestError(error, context), false);
    expect(response.status).toBe(401);
    expect(response.headers.get('proxy-status')).toBe('PostgREST; error=42501');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({
      code: '42501',
      message: 'permission denied',
      details: 'D',
      hint: 'H',
    });
  });

  it('that is unexpected is logged and only shows its id', async () => {
    const error = vi.fn();
    const secret = new Error('connection string postgres://user:secret@host');
    const refused = toRestError(secret, { ...context, log: { ...silentLog, error } });
    const body = await errorResponse(refused, false).text();
    expect(refused.status).toBe(500);
    expect(body).toContain('r-1');
    expect(body).not.toContain('secret');
    expect(error).toHaveBeenCalledWith(expect.any(String), { error: secret, requestId: 'r-1' });
  });

  it.each([
    ['58030', 'could not read blocks 0..0 in file "base/16384/2619": Input/output error'],
    ['XX001', 'invalid page in block 0 of relation base/16384/2619'],
  ])('of the engine or its disk, such as %s, is logged and names no file', async (code, message) => {
    const log = vi.fn();
    const broken = new DatabaseError(code, message, {
      severity: 'ERROR',
      where: 'SQL function "f" statement 1',
    });
    const refused = toRestError(broken, { ...context, log: { ...silentLog, error: log } });
    expect(await errorResponse(refused, false).json()).toEqual({
      code: 'XX000',
      message: 'Something went wrong on our side. Request r-1',
      details: null,
      hint: null,
    });
    expect(log).toHaveBeenCalledWith(expect.any(String), { error: broken, requestId: 'r-1' });
  });

  it('raised by a function with such a code keeps its message', () => {
    const where = 'PL/pgSQL function board.f() line 3 at RAISE\nSQL statement "select board.f()"';
    const raised = new DatabaseError('XX001', 'in words of its own', { severity: 'ERROR', where });
    expect(toRestError(raised, context)).toMatchObject({ code: 'XX001', message: 'in words of its own' });
  });

  it('to read the body keeps its status', () => {
    const tooLarge = new BodyError('request_entity_too_large', 413, 'too large');
    expect(toRestError(tooLarge, context)).toMatchObject({ status: 413, code: 'PGRST102' });
    const broken = new BodyError('bad_json', 400, 'details of the parser');
    expect(toRestError(broken, context)).toMatchObject({ status: 400, message: 'Empty or invalid json' });
  });

  it('has no body for HEAD', async () => {
    const response = errorResponse(toRestError(new DatabaseError('42P01', 'gone'), context), true);
    expect([response.status, await response.text()]).toEqual([404, '']);
  });

  it('raised by SQL as PGRST sets the whole response, if it is well-formed', () => {
    const raise = (message: string, detail?: string) =>
      toRestError(new DatabaseError('PGRST', message, { detail }), context);
    const message = '{"code":"123","message":"ABC"}';
    expect(raise(message, '{"status":332,"headers":{"X-A":"b"}}')).toMatchObject({
      status: 332,
      code: '123',
      message: 'ABC',
      headers: { 'X-A': 'b' },
    });
    expect(raise(message)).toMatchObject({ status: 500, code: 'PGRST121' });
    expect(raise('not json', '{"status":332,"headers":{}}')).toMatchObject({ status: 500, code: 'PGRST121' });
    expect(raise(message, '{"status":332,"headers":{"X-A":"b\\r\\nX-B: c"}}').code).toBe('PGRST121');
  });
});

describe('a bad credential', () => {
  it('is 401 with a reason that is escaped in its header', () => {
    const { headers, status, code } = authenticationRefused('expired', 'JWT "expired"\r\nX-Evil: yes');
    expect([status, code]).toEqual([401, 'PGRST303']);
    expect(headers['WWW-Authenticate']).toBe(
      'Bearer error="invalid_token", error_description="JWT  expired   X-Evil: yes"',
    );
    expect(authenticationRefused('bad_signature', 'x').code).toBe('PGRST301');
  });
});

describe('Content-Range', () => {
  it.each([
    [{ offset: 0, rows: 15, total: null }, '0-14/*', 200],
    [{ offset: 0, rows: 15, total: 15 }, '0-14/15', 200],
    [{ offset: 10, rows: 5, total: 100 }, '10-14/100', 206],
    [{ offset: 0, rows: 0, total: null }, '*/*', 200],
    [{ offset: 0, rows: 0, total: 0 }, '*/0', 200],
    [{ offset: 15, rows: 0, total: 15 }, '*/15', 206],
  ])('of %o is %s, with status %i', (range, header, status) => {
    expect(contentRange(range)).toBe(header);
    expect(rangeStatus(range.rows, range.total)).toBe(status);
  });
});
