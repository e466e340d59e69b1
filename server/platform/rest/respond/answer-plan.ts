import type { PlanType } from '../parse/parse-accept.ts';
import type { AnswerRow, RestRequest } from '../rest-request.ts';
import { answerHeaders, contentTypeOf } from './answer-headers.ts';
import { contentRange } from './content-range.ts';

/** Answers with the query plan: JSON in one row, or one row per line of text. */
export function answerPlan(rest: RestRequest, type: PlanType, lines: readonly AnswerRow[]): Response {
  const texts = lines.flatMap((line) => Object.values(line)).map(toText);
  const headers = answerHeaders(rest, {
    contentRange: contentRange({ offset: 0, rows: 0, total: null }),
    applied: {},
    hasBody: true,
  });
  const options = type.options.length === 0 ? '' : `; options=${type.options.join('|')}`;
  headers.set(
    'Content-Type',
    `application/vnd.pgrst.plan+${type.format}; for="${contentTypeOf(rest.media)}"${options}; charset=utf-8`,
  );
  const body = texts.join('\n');
  return new Response(rest.request.method === 'HEAD' ? null : body, { status: 200, headers });
}

/** The driver returns JSON as text or parsed. */
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
