import { compressedResponse } from '../../http/compress.ts';
import type { CallPlan } from '../plan/call-plan.ts';
import type { AnswerRow, RestRequest } from '../rest-request.ts';
import { answerHeaders, BODILESS, onlyElement } from './answer-headers.ts';
import { countIn, textIn } from './answer-row.ts';
import { assertAnswerSize } from './answer-rows.ts';
import { contentRange, rangeStatus } from './content-range.ts';
import {
  badResponseHeaders,
  badResponseStatus,
  notSingular,
  offsetBeyondEnd,
  tooManyAffected,
} from './request-errors.ts';

/**
 * Throws if the outcome violates the client's preferences, or the function's response settings are invalid; the call
 * is then rolled back.
 */
export function assertCallAllowed({ preferences, media }: RestRequest, plan: CallPlan, row: AnswerRow): void {
  const rows = countIn(row, 'page');
  const total = countIn(row, 'total');
  if (preferences.maxAffected !== null && total > preferences.maxAffected) throw tooManyAffected(total);
  if (preferences.count !== null && plan.offset > total) throw offsetBeyondEnd(plan.offset, total);
  if (plan.routine.returnsSet && media.shape === 'object' && rows !== 1) throw notSingular(rows);
  chosenStatus(row);
  chosenHeaders(row);
}

/** Builds the answer to a function call. */
export function answerCall(rest: RestRequest, plan: CallPlan, row: AnswerRow): Response {
  const { preferences, media } = rest;
  const rows = countIn(row, 'page');
  const total = preferences.count === null ? null : countIn(row, 'total');
  const array = textIn(row, 'body');
  if (!plan.routine.isVolatile) assertAnswerSize(array);
  const isSingle = media.shape !== 'csv' && (!plan.routine.returnsSet || media.shape === 'object');
  const body = array !== null && isSingle ? onlyElement(array) : array;
  const { count, maxAffected } = preferences;
  const hasNoBody = plan.routine.returns.kind === 'void' || (body === null && rest.request.method === 'POST');
  const status = chosenStatus(row) ?? (hasNoBody ? 204 : rangeStatus(rows, total));
  const isEmpty = hasNoBody || BODILESS.has(status);
  const headers = answerHeaders(rest, {
    contentRange: contentRange({ offset: plan.offset, rows, total }),
    applied: { count, maxAffected },
    hasBody: !isEmpty,
  });
  for (const [name, value] of chosenHeaders(row)) headers.append(name, value);
  return compressedResponse(rest.request, isEmpty ? null : body, { status, headers });
}

function chosenStatus(row: AnswerRow): number | null {
  const text = textIn(row, 'response_status');
  if (text === null) return null;
  const status = Number(text);
  if (!Number.isInteger(status) || status < 200 || status > 599) throw badResponseStatus();
  return status;
}

/** A JSON array of single-key objects, because a header may be repeated. */
function chosenHeaders(row: AnswerRow): [name: string, value: string][] {
  const text = textIn(row, 'response_headers');
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw badResponseHeaders();
    return list.map((item: unknown) => {
      const [pair, ...others] = Object.entries(item ?? {});
      if (pair === undefined || others.length > 0 || typeof pair[1] !== 'string') throw badResponseHeaders();
      new Headers([[pair[0], pair[1]]]); // throws if it isn't a valid header
      return [pair[0], pair[1]];
    });
  } catch {
    throw badResponseHeaders();
  }
}
