import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { createLog } from '#server/lib/log.ts';
import { ANON, type Caller } from '#server/platform/db/caller.ts';
import { createFunctionsRoom } from '#server/platform/functions/functions-room.ts';
import type { Room } from '#server/platform/http/room.ts';
import { type Authenticator } from '#server/platform/http/tokens/authentication.ts';
import { createRestRoom } from '#server/platform/rest/rest-room.ts';
import { createCodes } from '#server/product/redeem/create-codes.ts';
import { howMany } from '#tests/long-run.ts';
import { type TestDatabase, testDatabase } from './engines/database.ts';
import { OWNERS_PASSWORD } from './engines/test-owners.ts';
import { callerOf, makeProject, makeTasks, makeUser } from './fixtures/factories.ts';
import { assertInvariants } from './fixtures/invariants.ts';
import { createProductWorld } from './worlds/product-world.ts';

const RUNS = howMany(120, 10_000);

/** What a function takes, as far as it says so: a JSON schema. */
interface Shape {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly items?: Shape | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
}

/** The fields of each function. */
type Known = ReadonlyMap<string, ReadonlyMap<string, Shape>>;

let test: TestDatabase;
let functions: { readonly room: Room; readonly known: Known };
let routines: { readonly room: Room; readonly known: Known };
/** What is the person's own, or is meant for them. */
let own: {
  readonly tasks: readonly string[];
  readonly project: string;
  /** Runs that the person has begun in the course of the test. */
  readonly runs: string[];
  readonly codes: readonly string[];
};
const callers = new Map<string, Caller>();
const failures: string[] = [];

const SERVICE: Caller = { ...ANON, role: 'service_role', claims: { role: 'service_role' } };
const authenticator: Authenticator = {
  fromRequest: async (request) => ({
    ok: true,
    caller: callers.get(request.headers.get('authorization') ?? '') ?? ANON,
  }),
  fromToken: async () => ({ ok: true, caller: ANON }),
};

beforeAll(async () => {
  test = await testDatabase();
  const { database } = test;
  const log = createLog('error', (line) => failures.push(line));
  const often = { limit: 100 * RUNS, seconds: 3600 };
  // Limits would close the way that is tried here.
  const limits = { delegations: null, redeem: { person: often, peer: often }, exports: often };
  const definitions = createProductWorld(database, { limits }).product.functions;
  functions = {
    room: createFunctionsRoom({ authenticator, definitions, log }),
    known: new Map(
      definitions.map(({ name, input }) => [name, input === null ? new Map() : fieldsOf(input)]),
    ),
  };
  const room = createRestRoom({ database, authenticator, log });
  await room.start?.();
  routines = { room, known: await routinesOf(test) };
});
// New ones each time: what one test did for them, such as accepting the terms, must not close the next one's way.
beforeEach(async () => {
  failures.splice(0);
  accepted = 0;
  const { database } = test;
  const [person, unproved, newcomer] = [
    await makeUser(database, { credits: RUNS + 50 }),
    await makeUser(database, { confirmed: false }),
    await makeUser(database, { terms: false }),
  ];
  for (const [name, caller] of [
    ['visitor', ANON],
    ['person', callerOf(person)],
    ['unproved', callerOf(unproved)],
    ['newcomer', callerOf(newcomer)],
    ['service', SERVICE],
  ] as const) {
    callers.set(name, caller);
  }
  own = {
    tasks: await makeTasks(database, person, RUNS),
    project: await makeProject(database, person),
    runs: [],
    codes: await database.transaction((tx) =>
      createCodes(tx, { credits: 1, count: RUNS, uses: 1, expiresAt: null, note: '' }),
    ),
  };
});
afterAll(async () => {
  await routines.room.stop?.();
  await test.close();
});

const shape: z.ZodType<Shape> = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get items() {
    return shape.optional();
  },
  get properties() {
    return z.record(z.string(), shape).optional();
  },
});

function fieldsOf(input: z.core.$ZodType): ReadonlyMap<string, Shape> {
  const schema = shape.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  return new Map(Object.entries(schema.properties ?? {}));
}

async function routinesOf({ database }: TestDatabase): Promise<Known> {
  const rows = await database.query<{ name: string; names: string[] | null; types: string[] }>(
    `select p.proname as name, p.proargnames as names, p.proargtypes::regtype[]::text[] as types from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`,
  );
  const shapes: Readonly<Record<string, Shape>> = {
    boolean: { type: 'boolean' },
    uuid: { type: 'string', format: 'uuid' },
    integer: { type: 'integer' },
  };
  return new Map(
    rows.map(({ name, names, types }) => [
      name,
      new Map(types.map((type, at) => [names?.[at] ?? '', shapes[type] ?? { type: 'string' }])),
    ]),
  );
}

const asText = (pairs: readonly (readonly [string, string])[]): string =>
  `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${item}`).join(',')}}`;

/** JSON as text: what a value of JavaScript cannot hold is sent too. */
const scalar = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1.5',
    '1e999',
    '-1e999',
    '9007199254740993',
    '2147483648',
  ),
  fc.constantFrom(
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00x"',
    '"\\u202e"',
    '{}',
    '[]',
  ),
  fc.constantFrom('"2026-13-45"', '"infinity"', '"now"', '"-infinity"', '"NaN"', '"0001-01-01 BC"'),
  fc.constantFrom('"00000000-0000-0000-0000-000000000000"', '"answer"', '"research"', '"image"', '"low"'),
  fc.constantFrom(
    `"${'x'.repeat(100_000)}"`,
    `${'['.repeat(60)}${']'.repeat(60)}`,
    `${'['.repeat(70)}${']'.repeat(70)}`,
  ),
  fc.constantFrom(`"'; drop table public.tasks; --"`, '"(", "\\\\"', '"%_*"', '"\\""', '"../../etc/passwd"'),
  fc.constantFrom(0, 1, 2).map((at) => JSON.stringify(own.tasks[at])),
  fc.uuid().map((id) => `"${id}"`),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);
const value = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 6, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('any'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`) },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(fc.string({ maxLength: 8 }), tie('any')), { maxLength: 3 }).map(asText),
    },
  ),
})).any;

const strangeName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '', 'toString', 'user_id', 'id'),
  fc.string({ maxLength: 10 }),
);

/** What fits. */
function fitting(wanted: Shape): fc.Arbitrary<string> {
  if (wanted.enum) return fc.constantFrom(...wanted.enum).map((item) => JSON.stringify(item));
  switch (wanted.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'integer':
    case 'number':
      return fc.integer({ min: wanted.minimum ?? 0, max: wanted.maximum ?? 100 }).map(String);
    case 'array':
      return fc.array(fitting(wanted.items ?? {}), { maxLength: 2 }).map((items) => `[${items.join(',')}]`);
    case 'object':
      return bodyOf(new Map(Object.entries(wanted.properties ?? {})), fitting);
    case 'string':
      return wanted.format === undefined
        ? fc.string({ maxLength: 30 }).map((text) => JSON.stringify(text))
        : fc.oneof(
            fc.constantFrom(0, 1, 2).map((at) => JSON.stringify(own.tasks[at])),
            fc.uuid().map((id) => `"${id}"`),
          );
    case undefined:
    default:
      return scalar;
  }
}

const bodyOf = (
  fields: ReadonlyMap<string, Shape>,
  fill: (wanted: Shape) => fc.Arbitrary<string>,
): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...fields].map(([key, wanted]) => fc.option(fc.tuple(fc.constant(key), fill(wanted)), { freq: 6 })),
    )
    .map((pairs) => asText(pairs.filter((pair) => pair !== null)));

/** Half of them fit; others have values that do not, strange names, the same twice, or are no object at all. */
const bodyFor = (fields: ReadonlyMap<string, Shape>): fc.Arbitrary<string> => {
  const broken = (wanted: Shape) =>
    fc.oneof({ weight: 3, arbitrary: fitting(wanted) }, { weight: 1, arbitrary: value });
  const name = fc.oneof(fc.constantFrom(...fields.keys(), '__proto__'), strangeName);
  return fc.oneof(
    { weight: 6, arbitrary: bodyOf(fields, fitting) },
    { weight: 4, arbitrary: bodyOf(fields, broken) },
    { weight: 2, arbitrary: fc.array(fc.tuple(name, value), { maxLength: 4 }).map(asText) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '{"a":}', '\u{feff}{}', '{}{}', 'null') },
  );
};

/** A number that a later run of the same test is given, too. */
const anyOf = (list: () => readonly string[]): fc.Arbitrary<string | undefined> =>
  fc.nat({ max: RUNS - 1 }).map((at) => list()[at % Math.max(1, list().length)]);

/**
 * Bodies whose fields are valid together, by function: fields that fit one by one seldom name a task of one's own that
 * is free. None for what would end the account of those who call.
 */
const VALID: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  delegate: fc.record(
    {
      task_id: anyOf(() => own.tasks),
      ai_task_type: fc.constant('answer'),
      project_id: fc.constantFrom(0, 1).map((is) => (is === 0 ? null : own.project)),
      language: fc.constantFrom(...LANGUAGE_CODES),
      attachments: fc.constant([]),
    },
    { requiredKeys: ['task_id', 'ai_task_type'] },
  ),
  'cancel-run': fc.record({ run_id: anyOf(() => own.runs) }),
  'mail-result': fc.record(
    { run_id: anyOf(() => own.runs), with_receipt: fc.boolean() },
    { requiredKeys: ['run_id'] },
  ),
  'ensure-profile': fc.record(
    { terms_accepted: fc.constant(true), marketing_accepted: fc.boolean() },
    { requiredKeys: ['terms_accepted'] },
  ),
  redeem: fc.record({ code: anyOf(() => own.codes) }),
  'export-account': fc.record({ password: fc.constant(OWNERS_PASSWORD) }),
};

/** Of our own source, of SQL or of the machine; what a caller sent may come back. */
const INNER =
  /\.ts:\d|node_modules|\/server\/|PL\/pgSQL|\binsert into\b|\bupdate \w+\.|\bfrom (?:public|private|auth)\./i;

/** How many were let in: were all of them refused at the door, nothing would be tried. */
let accepted = 0;

const started = z.object({ run: z.object({ id: z.string() }) });

async function expectHarmless(room: Room, path: string, who: string, body: string): Promise<void> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { authorization: who, 'content-type': 'application/json' },
    body,
  });
  const response = await room.handle(request, { ip: '203.0.113.7', requestId: 'fuzz' });
  const text = await response.text();
  // Said of a tool that nobody has set up here: an answer of its own.
  if (!text.includes('"tool_unavailable"')) expect(response.status, text).toBeLessThan(500);
  if (response.ok) {
    accepted += 1;
    const { run } = started.safeParse(text === '' ? null : JSON.parse(text)).data ?? {};
    if (run && who === 'person') own.runs.push(run.id);
  } else expect(text).not.toMatch(INNER);
  expect(failures).toEqual([]);
}

const call = (known: Known) =>
  fc
    .constantFrom(...known.keys())
    .chain((name) => fc.tuple(fc.constant(name), bodyOfCall(name, known.get(name) ?? new Map()), someCaller));

function bodyOfCall(name: string, fields: ReadonlyMap<string, Shape>): fc.Arbitrary<string> {
  const valid = VALID[name];
  if (!valid) return bodyFor(fields);
  return fc.oneof(
    { weight: 2, arbitrary: valid.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: bodyFor(fields) },
  );
}

/** Mostly the person with credits and accepted terms. */
const someCaller = fc.oneof(
  { weight: 3, arbitrary: fc.constant('person') },
  { weight: 1, arbitrary: fc.constantFrom('visitor', 'person', 'unproved', 'newcomer', 'service') },
);

it('no input makes a function fail, tells what is inside, or breaks the ledger', {
  timeout: 600_000,
}, async () => {
  const { room, known } = functions;
  expect(known.size).toBeGreaterThan(4);
  await fc.assert(
    fc.asyncProperty(call(known), ([name, body, who]) =>
      expectHarmless(room, `/functions/v1/${name}`, who, body),
    ),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(RUNS / 10);
  await assertInvariants(test.database);
});

it('no argument makes a routine fail, tells what is inside, or breaks the ledger', {
  timeout: 600_000,
}, async () => {
  const { room, known } = routines;
  expect(known.size).toBeGreaterThan(4);
  await fc.assert(
    fc.asyncProperty(call(known), ([name, body, who]) =>
      expectHarmless(room, `/rest/v1/rpc/${name}`, who, body),
    ),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(RUNS / 10);
  await assertInvariants(test.database);
});
