import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { queryString, tableQuery } from '#tests/fixtures/rest/rest-queries.ts';
import { legalWrite } from '#tests/legal-queries/arbitrary-query.ts';
import { BOOKINGS } from '#tests/legal-queries/tables.ts';
import { toUrl } from '#tests/legal-queries/to-url.ts';
import { howMany } from '#tests/long-run.ts';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { send } from './rest-client.ts';

const RUNS = howMany(500, 10_000);

let world: RestWorld;

/** Stands in every row that is Bob's, so that any of them is recognised in an answer, whatever its form. */
const MARK = 'bobs-mark';

beforeAll(async () => {
  world = await restWorld({ allowsAggregates: true, sql: BOOKINGS });
  await world.sql(
    `insert into board.projects (id, owner_id, name, tags, details)
     values (1, $1, 'House', '{a,b}', '{"a":{"b":1}}'), (2, $2, $3, array[$3], jsonb_build_object('a', $3::text))`,
    [ANN, BOB, MARK],
  );
  await world.sql(
    `insert into board.tasks (id, owner_id, project_id, title, due)
     values (1, $1, 1, 'paint', '2026-01-01'), (2, $1, null, 'loose', null), (3, $2, 2, $3, null)`,
    [ANN, BOB, MARK],
  );
  await world.sql(
    `insert into board.comments (task_id, author_id, body) values (1, $1, 'mine'), (3, $2, $3)`,
    [ANN, BOB, MARK],
  );
  await world.sql(`insert into board.members values (1, $1, 'owner'), (2, $2, $3)`, [ANN, BOB, MARK]);
  await world.sql(`insert into board.task_details values (3, $1)`, [MARK]);
  await world.sql(`insert into board.bookings (id, project_id, room) values (1, 1, 'attic'), (2, 2, $1)`, [
    MARK,
  ]);
});
afterAll(() => world.close());

/** Errors that only broken SQL of ours can cause: syntax, ambiguity, a name or a parameter that went missing. */
const OUR_FAULT = new Set(['42601', '42702', '42P01', '42P02', '42P18', '42712', '08P01', '42803']);

const EMBEDDING = [
  'tasks',
  'projects',
  'people',
  'members',
  'labels',
  'comments',
  'bookings',
  'task_details',
  'task_list',
];
/** Their names stand for those of tables where a call embeds. */
const ROUTINES = ['add', 'tasks_of', 'letters', 'total', 'count_by_priority', 'twice', 'leak', 'newest_task'];

/** The planner's own refusals, in words that PostgreSQL would have for the names of the request and not for ours. */
const REFUSED = [
  new RegExp(
    String.raw`table name \\"(?:${[...EMBEDDING, ...ROUTINES].join('|')})_[^\\]+_\d+\\" specified more`,
  ),
  /column \\"(?!_)[^\\]+\\" must appear in the GROUP BY clause/,
];

interface Outcome {
  readonly status: number;
  readonly code: string | null;
  readonly text: string;
}

async function outcomeOf(path: string, init: RequestInit = {}): Promise<Outcome> {
  const response = await send(world, path, init);
  const text = await response.text();
  return { status: response.status, code: response.ok ? null : codeIn(text), text };
}

const codeIn = (text: string): string => z.object({ code: z.string() }).parse(JSON.parse(text)).code;

function expectHarmless({ status, code, text }: Outcome): void {
  // The planner's or the server's fault, a statement that we wrote wrongly, or a row of somebody else.
  expect(status).toBeLessThan(500);
  if (!REFUSED.some((words) => words.test(text))) expect(OUR_FAULT).not.toContain(code);
  expect(text).not.toContain(MARK);
  expect(text).not.toContain('the secret');
}

it("no query string reads another user's rows, or makes the server stumble", async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(tableQuery, async ({ table, search }) => {
      const outcome = await outcomeOf(`/${table}?${search}`);
      expectHarmless(outcome);
      if (outcome.status < 300) answered += 1;
    }),
    { numRuns: RUNS },
  );
  // What is refused early shows nothing about the rows of an answer.
  expect(answered).toBeGreaterThan(RUNS / 2);
}, 1_200_000);

interface Write {
  readonly method: string;
  readonly search: string;
  readonly body: string;
}

const METHODS = ['PATCH', 'DELETE', 'POST'] as const;
/** Rows that Ann may write, by method; the conditions of a change are in the query, those of an insert nowhere. */
const LEGAL_BODIES: Readonly<Record<(typeof METHODS)[number], readonly string[]>> = {
  PATCH: ['{"title":"x"}', '{"is_done":true,"priority":2}', '{"due":"2026-05-01","project_id":1}'],
  DELETE: [''],
  POST: ['{"title":"x"}', `{"owner_id":"${ANN}","title":"y"}`, '[{"title":"a"},{"title":"b"}]'],
};
const legalTaskWrite: fc.Arbitrary<Write> = fc.constantFrom(...METHODS).chain((method) =>
  fc.record({
    method: fc.constant(method),
    search: legalWrite('tasks').map((query) =>
      toUrl(method === 'POST' ? { ...query, conditions: [] } : query),
    ),
    body: fc.constantFrom(...LEGAL_BODIES[method]),
  }),
);
const wildTaskWrite: fc.Arbitrary<Write> = fc.record({
  method: fc.constantFrom(...METHODS),
  search: queryString,
  body: fc.constantFrom(
    '{"title":"x"}',
    `{"owner_id":"${ANN}"}`,
    '{"id":3,"title":"x"}',
    '{}',
    '[{"id":3},{"id":4}]',
  ),
});

it("no query string changes another user's rows", async () => {
  const runs = 700;
  let written = 0;
  const before = await world.sql('select * from board.tasks where owner_id = $1', [BOB]);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: legalTaskWrite }, { weight: 1, arbitrary: wildTaskWrite }),
      fc.constantFrom(
        'return=representation',
        'return=minimal,count=exact',
        'resolution=merge-duplicates',
        'missing=default',
      ),
      async ({ method, search, body }, prefer) => {
        const headers = { 'content-type': 'application/json', prefer };
        const init = { method, headers, ...(body !== '' && { body }) };
        const outcome = await outcomeOf(`/tasks?${search}`, init);
        expectHarmless(outcome);
        if (outcome.status < 300) written += 1;
      },
    ),
    { numRuns: runs },
  );
  // What is refused early writes nothing.
  expect(written).toBeGreaterThan(runs / 2);
  expect(await world.sql('select * from board.tasks where owner_id = $1', [BOB])).toEqual(before);
});

it('no arguments of a call make the server stumble', async () => {
  const routine = fc.constantFrom(...ROUTINES);
  await fc.assert(
    fc.asyncProperty(
      routine,
      queryString,
      fc.constantFrom('', 'a=1', 'project=1', 'word=x', 'amounts={1}'),
      async (name, search, args) => {
        expectHarmless(await outcomeOf(`/rpc/${name}?${args}&${search}`));
      },
    ),
    { numRuns: howMany(200, 500) },
  );
});

it('no headers make the server stumble', async () => {
  const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('prefer', 'accept', 'range', 'accept-profile', 'content-type', 'cookie'),
      fc.oneof(
        printable,
        fc.constantFrom('return=representation,handling=strict,x', '0-', '9-1', '*/*;q=x', 'annex', '=;='),
      ),
      async (name, value) => {
        expectHarmless(await outcomeOf('/tasks', { headers: { [name]: value } }));
      },
    ),
    { numRuns: howMany(100, 300) },
  );
});
