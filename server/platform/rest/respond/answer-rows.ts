import { compressedResponse } from '../../http/compress.ts';
import type { AnswerRow, RestRequest } from '../rest-request.ts';
import { answerHeaders, onlyElement } from './answer-headers.ts';
import { countIn, plannedRows, textIn } from './answer-row.ts';
import { contentRange, rangeStatus } from './content-range.ts';
import { answerTooLarge, notSingular, offsetBeyondEnd } from './request-errors.ts';

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** Answers GET and HEAD of a table. */
export function answerRows(
  rest: RestRequest,
  answer: {
    readonly row: AnswerRow;
    readonly explained: AnswerRow | undefined;
    readonly offset: number;
  },
): Response {
  const { preferences, media, url, path } = rest;
  const { row, offset } = answer;
  const rows = countIn(row, 'page');
  const body = textIn(row, 'body');
  const total = totalOf(rest, answer);
  if (media.shape === 'object' && rows !== 1) throw notSingular(rows);
  if (total !== null && offset > total) throw offsetBeyondEnd(offset, total);
  assertAnswerSize(body);
  const { count } = preferences;
  const headers = answerHeaders(rest, {
    contentRange: contentRange({ offset, rows, total }),
    applied: { count },
    hasBody: true,
  });
  headers.set('Content-Location', `${path}${url.search}`);
  const shown = body !== null && media.shape === 'object' ? onlyElement(body) : body;
  return compressedResponse(rest.request, shown, { status: rangeStatus(rows, total), headers });
}

function totalOf(
  { preferences, maxRows }: RestRequest,
  { row, explained }: { row: AnswerRow; explained: AnswerRow | undefined },
): number | null {
  if (preferences.count === null) return null;
  const estimate = explained === undefined ? 0 : plannedRows(explained);
  if (preferences.count === 'planned') return estimate;
  const counted = countIn(row, 'total');
  // Exact up to the cap, the planner's estimate beyond.
  return preferences.count === 'estimated' && counted > maxRows ? Math.max(counted, estimate) : counted;
}

/** For reads only: after a write the client has no other way to learn the outcome. */
export function assertAnswerSize(body: string | null): void {
  // A UTF-16 unit takes at most three bytes in UTF-8, so most bodies need no counting.
  if (body === null || body.length * 3 <= MAX_ANSWER_BYTES) return;
  if (Buffer.byteLength(body) > MAX_ANSWER_BYTES) throw answerTooLarge(MAX_ANSWER_BYTES);
}
