import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { legalQuery } from '#tests/legal-queries/arbitrary-query.ts';
import type { Query } from '#tests/legal-queries/query.ts';
import { fillBoard } from '#tests/legal-queries/rows.ts';
import { BOOKINGS } from '#tests/legal-queries/tables.ts';
import { toSql } from '#tests/legal-queries/to-sql.ts';
import { toUrl } from '#tests/legal-queries/to-url.ts';
import { howMany } from '#tests/long-run.ts';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { send } from './rest-client.ts';

const RUNS = howMany(200, 10_000);

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ sql: BOOKINGS });
  await fillBoard(world, [ANN, BOB]);
  await world.sql('analyze');
});
afterAll(() => world.close());

const CLAIMS = {
  ann: { role: 'authenticated', sub: ANN },
  bob: { role: 'authenticated', sub: BOB },
  service: { role: 'service_role' },
  anon: { role: 'anon' },
} as const;

type Who = keyof typeof CLAIMS;

/** What the API has to say: the status, and the rows as JSON text or the code of the error. */
interface Answer {
  readonly status: number;
  readonly range: string | null;
  readonly body: string;
}

const ROW = z.object({ body: z.string(), total: z.number() });
const REFUSAL = z.object({ code: z.string() });

async function askedOfPostgres(query: Query, who: Who, isCounted: boolean): Promise<Answer> {
  const asked = await world.as(CLAIMS[who], toSql(query)).then(
    (rows) => ROW.parse(rows[0]),
    (error: unknown) => REFUSAL.parse(error),
  );
  if ('code' in asked) return { status: statusOf(asked.code, who), range: null, body: asked.code };
  const from = query.offset ?? 0;
  if (isCounted && from > asked.total) return { status: 416, range: `*/${asked.total}`, body: 'PGRST103' };
  const rows = z.array(z.unknown()).parse(JSON.parse(asked.body)).length;
  const range = rows === 0 ? '*' : `${from}-${from + rows - 1}`;
  return {
    status: isCounted && rows < asked.total ? 206 : 200,
    range: `${range}/${isCounted ? asked.total : '*'}`,
    body: asked.body,
  };
}

function statusOf(code: string, who: Who): number {
  if (code !== '42501') return 400;
  return who === 'anon' ? 401 : 403;
}

async function askedOfServer(query: Query, who: Who, isCounted: boolean): Promise<Answer> {
  const headers = new Headers(isCounted ? { prefer: 'count=exact' } : {});
  const response = await send(world, `/${query.table}?${toUrl(query)}`, { who, headers });
  const text = await response.text();
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    body: response.ok ? text : REFUSAL.parse(JSON.parse(text)).code,
  };
}

it('answers legal queries as PostgreSQL does', async () => {
  const who = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('ann', 'bob', 'service') },
    { weight: 1, arbitrary: fc.constant('anon') },
  );
  let answered = 0;
  let filled = 0;
  await fc.assert(
    fc.asyncProperty(legalQuery, who, fc.boolean(), async (query, asking, isCounted) => {
      const expected = await askedOfPostgres(query, asking, isCounted);
      expect(await askedOfServer(query, asking, isCounted)).toEqual(expected);
      if (expected.status < 300) answered += 1;
      if (expected.status < 300 && expected.body !== '[]') filled += 1;
    }),
    { numRuns: RUNS },
  );
  // Nearly all are answered, and enough of them with rows to tell a wrong one from a right one.
  expect(answered).toBeGreaterThan(RUNS * 0.8);
  expect(filled).toBeGreaterThan(RUNS * 0.4);
}, 1_200_000);
