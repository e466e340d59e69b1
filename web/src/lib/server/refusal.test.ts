import { FunctionsFetchError, FunctionsHttpError, PostgrestError } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { isDuplicate, isRefusal, Refused } from './refusal.ts';

const database = (code: string) => new PostgrestError({ message: 'm', details: '', hint: '', code });

describe('isRefusal', () => {
  it('is true for a forbidden row, a bad request, and a function that declines', () => {
    expect(isRefusal(database('23514'))).toBe(true);
    expect(isRefusal(database('PGRST204'))).toBe(true);
    expect(isRefusal(new Refused('changed elsewhere'))).toBe(true);
    expect(isRefusal(new FunctionsHttpError(new Response('{}', { status: 402 })))).toBe(true);
  });

  it('is false if the server was unreachable or failing, which is worth a retry', () => {
    expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
    expect(isRefusal(new DOMException('timed out', 'TimeoutError'))).toBe(false);
    expect(isRefusal(database('57P01'))).toBe(false);
    expect(isRefusal(database('53100'))).toBe(false);
    expect(isRefusal(database('55P03'))).toBe(false);
    expect(isRefusal(database('40P01'))).toBe(false);
    expect(isRefusal(database('PGRST003'))).toBe(false);
    expect(isRefusal(database('PT429'))).toBe(false);
    expect(isRefusal(database('over_request_rate_limit'))).toBe(false);
    expect(isRefusal(database(''))).toBe(false);
    expect(isRefusal(new FunctionsHttpError(new Response('{}', { status: 503 })))).toBe(false);
    expect(isRefusal(new FunctionsFetchError(new TypeError('Failed to fetch')))).toBe(false);
  });

  it('is false if the session expired: the change waits for the next sign-in', () => {
    expect(isRefusal(database('PGRST301'))).toBe(false);
    expect(isRefusal(database('PGRST303'))).toBe(false);
  });

  it('is distinguished from a duplicate row', () => {
    expect(isDuplicate(database('23505'))).toBe(true);
    expect(isDuplicate(database('23514'))).toBe(false);
    expect(isDuplicate(new Error('23505'))).toBe(false);
  });
});
