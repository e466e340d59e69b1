import { describe, expect, it } from 'vitest';
import { refusalOf } from '#tests/fixtures/rest/rest-refusal.ts';
import type { TxEnd } from '../rest-settings.ts';
import { parseAccept } from './parse-accept.ts';
import { parseContentType } from './parse-content-type.ts';
import { appliedPreferences, type Preferences, parsePrefer } from './parse-prefer.ts';
import { narrowByHeader } from './parse-range.ts';
import { parseTarget } from './parse-target.ts';

const prefer = (header: string | null, txEnd: TxEnd = 'commit'): Preferences => parsePrefer(header, txEnd);

describe('Prefer', () => {
  it('is a comma-joined list, in which the first value of a name wins', () => {
    const preferences = prefer(
      'return=representation ,count=exact,return=minimal, resolution=merge-duplicates',
    );
    expect(preferences).toMatchObject({
      return: 'representation',
      count: 'exact',
      resolution: 'merge-duplicates',
    });
    expect(appliedPreferences(preferences)).toBe(
      'resolution=merge-duplicates, return=representation, count=exact',
    );
  });

  it('ignores unknown preferences, unless handling is strict', () => {
    expect(prefer('count=all, respond-async')).toMatchObject({ count: null });
    expect(refusalOf(() => prefer('handling=strict, respond-async, timezone='))).toMatchObject({
      status: 400,
      code: 'PGRST122',
      details: 'Invalid preferences: respond-async, timezone=',
    });
  });

  it('limits the rows of a write only with strict handling', () => {
    expect(prefer('max-affected=2').maxAffected).toBeNull();
    expect(prefer('handling=strict,max-affected=2').maxAffected).toBe(2);
  });

  it('never commits if a rollback was requested', () => {
    expect(refusalOf(() => prefer('tx=rollback'))).toMatchObject({ status: 400, code: 'PGRST122' });
    expect(prefer('handling=strict,tx=commit')).toMatchObject({ handling: 'strict', tx: null });
    expect(prefer('tx=rollback', 'rollback').tx).toBeNull();
    expect(prefer('tx=rollback', 'commit-allow-override').tx).toBe('rollback');
    expect(prefer('tx=commit', 'rollback-allow-override').tx).toBe('commit');
  });

  it('reports the applied preferences in the order of the contract', () => {
    const all = prefer(
      'max-affected=3,timezone=UTC,handling=strict,tx=rollback,count=exact,return=minimal',
      'commit-allow-override',
    );
    expect(appliedPreferences(all)).toBe(
      'return=minimal, count=exact, tx=rollback, handling=strict, timezone=UTC, max-affected=3',
    );
  });
});

describe('Accept', () => {
  it.each([
    [null, 'array', false],
    ['*/*', 'array', false],
    ['application/json', 'array', false],
    ['text/html, application/xml;q=0.9, */*;q=0.8', 'array', false],
    ['application/vnd.pgrst.object+json', 'object', false],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'object', true],
    ['application/vnd.pgrst.array+json;nulls=stripped', 'array', true],
    ['text/csv', 'csv', false],
    ['application/json;q=0.5, application/vnd.pgrst.object+json', 'object', false],
  ])('%s is answered with an %s', (header, shape, stripNulls) => {
    expect(parseAccept(header, { plans: false })).toEqual({ shape, stripNulls, plan: null });
  });

  it.each(['application/geo+json', 'application/vnd.pgrst.plan+json', 'application/octet-stream'])(
    'refuses %s',
    (header) => {
      expect(refusalOf(() => parseAccept(header, { plans: false }))).toMatchObject({
        status: 406,
        code: 'PGRST107',
        message: `None of these media types are available: ${header}`,
      });
    },
  );
});

describe('Accept of a plan', () => {
  const accept = (header: string) => parseAccept(header, { plans: true });

  it('is accepted if plans are enabled, with its options and media type', () => {
    expect(accept('application/vnd.pgrst.plan')).toEqual({
      shape: 'array',
      stripNulls: false,
      plan: { format: 'text', options: [] },
    });
    expect(
      accept(
        'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=wal|analyze|nonsense;',
      ),
    ).toMatchObject({ shape: 'object', plan: { format: 'json', options: ['analyze', 'wal'] } });
  });

  it.each([
    'application/vnd.pgrst.plan+xml',
    'application/vnd.pgrst.plan+json; for="text/html"',
    'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.plan+json"',
  ])('refuses %s', (header) => {
    expect(refusalOf(() => accept(header)).code).toBe('PGRST107');
  });
});

describe('Content-Type', () => {
  it('is JSON, with or without a charset, or missing', () => {
    const types = [null, 'application/json', 'Application/JSON; charset=utf-8'];
    expect(types.map((type) => parseContentType(type, 'table'))).toEqual(['json', 'json', 'json']);
  });

  it('is accepted for each supported kind of body', () => {
    expect(parseContentType('text/csv', 'table')).toBe('csv');
    expect(parseContentType('text/plain;charset=UTF-8', 'function')).toBe('text');
    expect(refusalOf(() => parseContentType('text/plain', 'table'))).toMatchObject({
      status: 400,
      code: 'PGRST102',
      message: 'Content-Type not acceptable: text/plain',
    });
    expect(refusalOf(() => parseContentType('text/csv', 'function')).code).toBe('PGRST102');
  });
});

describe('Range', () => {
  const all = { offset: 0, limit: null };

  it.each([
    [all, null, all],
    [all, '0-9', { offset: 0, limit: 10 }],
    [all, '5-', { offset: 5, limit: null }],
    [all, 'bytes=0-1', all],
    [{ offset: 2, limit: 3 }, '0-9', { offset: 2, limit: 3 }],
    [{ offset: 0, limit: 30 }, '10-19', { offset: 10, limit: 10 }],
    [{ offset: 0, limit: 0 }, '0-9', { offset: 0, limit: 0 }],
  ])('%o narrowed by %s is %o', (range, header, expected) => {
    expect(narrowByHeader(range, header)).toEqual(expected);
  });

  it.each([
    [all, '9-0'],
    [{ offset: 0, limit: 5 }, '10-19'],
  ])('%o and %s leave nothing', (range, header) => {
    expect(refusalOf(() => narrowByHeader(range, header))).toMatchObject({
      status: 416,
      code: 'PGRST103',
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  });
});

describe('the path', () => {
  it('names a table or a function', () => {
    expect(parseTarget('GET', '/tasks')).toEqual({ kind: 'table', name: 'tasks', method: 'GET' });
    expect(parseTarget('POST', '/rpc/restore')).toEqual({
      kind: 'function',
      name: 'restore',
      method: 'POST',
    });
    expect(parseTarget('GET', '/two%20words')).toMatchObject({ name: 'two words' });
    expect(parseTarget('GET', '/rpc')).toMatchObject({ kind: 'table', name: 'rpc' });
  });

  it.each([
    ['GET', '', 404, 'PGRST126'],
    ['GET', '/', 404, 'PGRST126'],
    ['POST', '/', 405, 'PGRST117'],
    ['GET', '/a/b', 404, 'PGRST125'],
    ['GET', '/a/', 404, 'PGRST125'],
    ['GET', '/rpc/', 404, 'PGRST125'],
    ['GET', '/rpc/a/b', 404, 'PGRST125'],
    ['GET', '//', 404, 'PGRST125'],
    ['GET', '/%ff', 404, 'PGRST125'],
    ['PUT', '/tasks', 405, 'PGRST117'],
    ['TRACE', '/tasks', 405, 'PGRST117'],
    ['DELETE', '/rpc/restore', 405, 'PGRST101'],
  ])('%s %s is refused with %i %s', (method, path, status, code) => {
    expect(refusalOf(() => parseTarget(method, path))).toMatchObject({ status, code });
  });
});
