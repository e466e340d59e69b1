import { compressedResponse } from '../../http/compress.ts';
import type { WritePlan } from '../plan/write-plan.ts';
import type { AnswerRow, RestRequest } from '../rest-request.ts';
import { answerHeaders, onlyElement } from './answer-headers.ts';
import { countIn, textIn } from './answer-row.ts';
import { contentRange } from './content-range.ts';
import { notSingular, tooManyAffected } from './request-errors.ts';

/** Throws if the outcome violates the client's preferences; the write is then rolled back. */
export function assertWriteAllowed(
  { preferences, media }: RestRequest,
  plan: WritePlan,
  row: AnswerRow,
): void {
  const affected = countIn(row, 'affected');
  if (plan.act.verb !== 'insert' && preferences.maxAffected !== null && affected > preferences.maxAffected) {
    throw tooManyAffected(affected);
  }
  const rows = countIn(row, 'page');
  if (plan.answer.kind === 'rows' && media.shape === 'object' && rows !== 1) throw notSingular(rows);
}

/** Answers POST, PATCH and DELETE of a table. */
export function answerWrite(rest: RestRequest, plan: WritePlan, row: AnswerRow): Response {
  const affected = countIn(row, 'affected');
  const total = rest.preferences.count === null ? null : affected;
  // Only an update reports a range: every row it changed.
  const shown = plan.act.verb === 'update' ? affected : 0;
  const body = plan.answer.kind === 'rows' ? (textIn(row, 'body') ?? '[]') : null;
  const range = shown === 0 ? `*/${total ?? '*'}` : contentRange({ offset: 0, rows: shown, total });
  const headers = answerHeaders(rest, {
    contentRange: range,
    applied: appliedOf(rest, plan),
    hasBody: body !== null,
  });
  const location = locationOf(rest, row);
  if (location !== null) headers.set('Location', location);
  const unwrapped = body !== null && rest.media.shape === 'object' ? onlyElement(body) : body;
  return compressedResponse(rest.request, unwrapped, { status: statusOf(plan, row), headers });
}

function statusOf({ act, answer }: WritePlan, row: AnswerRow): number {
  if (act.verb !== 'insert') return answer.kind === 'rows' ? 200 : 204;
  const isMergeOnly = act.conflict?.resolution === 'merge' && mergedIn(row) >= countIn(row, 'affected');
  return isMergeOnly ? 200 : 201;
}

/** An unset setting reads as null, or as '' in a session that had set it before. */
function mergedIn(row: AnswerRow): number {
  return Number(textIn(row, 'merged') || 0);
}

function appliedOf({ preferences }: RestRequest, { act }: WritePlan): Partial<RestRequest['preferences']> {
  const { resolution, missing, count, maxAffected } = preferences;
  const common = { return: preferences.return, count };
  if (act.verb === 'insert')
    return { ...common, missing, resolution: act.conflict === null ? null : resolution };
  return { ...common, maxAffected, missing: act.verb === 'update' ? missing : null };
}

/** Returns `/tasks?id=eq.1` for a single new row. */
function locationOf({ path }: RestRequest, row: AnswerRow): string | null {
  const keys = textIn(row, 'keys');
  const inserted: unknown = keys === null ? [] : JSON.parse(keys);
  if (!Array.isArray(inserted) || inserted.length !== 1) return null;
  const pairs = Object.entries(inserted[0] ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  );
  return `${path}?${pairs.join('&')}`;
}
