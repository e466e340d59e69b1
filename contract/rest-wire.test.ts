import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawConnection, type RawAnswer, type RawConnection } from '#tests/fixtures/raw-http.ts';
import { ANN, BOB, personId, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';

/** Each has rows that bear a mark of their own. */
const PEOPLE: readonly (readonly [who: string, id: string])[] = [
  ['ann', ANN],
  ['bob', BOB],
  ...[1, 2, 3, 4, 5, 6, 7].map((n) => [`person-${n}`, personId(n)] as const),
];
const ROWS = 100;
/** Enough for an answer to leave in many pieces. */
const PADDING = 'x'.repeat(1_200);
/** So many at once wait for each other on a busy machine; what they are told is looked at here, not when. */
const PATIENT = { read: 60_000, write: 60_000, end: 60_000 };

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ limits: PATIENT });
  for (const [who, id] of PEOPLE) {
    await world.sql(
      `insert into board.tasks (owner_id, title) select $1, $2::text || ' ' || i || $3 from generate_series(1, $4::int) i`,
      [id, markOf(who), PADDING, ROWS],
    );
  }
});
afterAll(() => world.close());

const markOf = (who: string): string => `mark-of-${who}.`;
const personAt = (n: number): string => PEOPLE[n % PEOPLE.length]?.[0] ?? '';

/** `tag` comes back as the place of the answer. */
function get(who: string, tag: number, query = 'select=title'): string {
  const path = `/rest/v1/tasks?${query}&title=neq.${tag}`;
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${who}\r\n\r\n`;
}

function post(who: string, body: string, length = Buffer.byteLength(body)): string {
  const head = `POST /rest/v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${who}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

function expectOwn(answer: RawAnswer | null, who: string, tag: number, rows = ROWS): void {
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get('content-location')).toMatch(new RegExp(`title=neq\\.${tag}$`));
  const found = (answer?.body ?? '').match(/mark-of-[a-z0-9-]+\./g) ?? [];
  expect(found).toHaveLength(rows);
  expect(new Set(found)).toEqual(new Set([markOf(who)]));
}

const open = (): Promise<RawConnection> => openRawConnection(world.url);

describe('many requests on one connection', () => {
  it('are answered in order, each with the rows of its own caller', async () => {
    const connection = await open();
    const asked = Array.from({ length: 36 }, (_, tag) => tag);
    // All at once, before the first answer: in one piece, cut anywhere.
    const text = asked.map((tag) => get(personAt(tag), tag)).join('');
    for (let at = 0; at < text.length; at += 997) connection.write(text.slice(at, at + 997));
    for (const tag of asked) expectOwn(await connection.answer(), personAt(tag), tag);
    connection.cut();
  });

  it('keep their places when some are refused, written or empty', async () => {
    const connection = await open();
    connection.write(get('ann', 1));
    connection.write(get('garbage', 2));
    connection.write(post('bob', '{"title":"written between"}'));
    connection.write(get('bob', 3, 'select=title&limit=5'));
    connection.write(get('person-1', 4, 'select=nothing'));
    connection.write(post('person-2', '{'));
    connection.write(get('person-2', 5));
    expectOwn(await connection.answer(), 'ann', 1);
    expect((await connection.answer())?.status).toBe(401);
    expect((await connection.answer())?.status).toBe(201);
    expectOwn(await connection.answer(), 'bob', 3, 5);
    expect((await connection.answer())?.status).toBe(400);
    expect((await connection.answer())?.status).toBe(400);
    expectOwn(await connection.answer(), 'person-2', 5);
    connection.cut();
    await world.sql(`delete from board.tasks where title = 'written between'`);
  });

  it('from people who take turns on several connections are never mixed up', async () => {
    const connections = await Promise.all(PEOPLE.map(() => open()));
    for (let round = 0; round < 4; round += 1) {
      // Everybody uses the connection of another one each time.
      connections.forEach((connection, at) => connection.write(get(personAt(at + round), at)));
      const answers = await Promise.all(connections.map((connection) => connection.answer()));
      answers.forEach((answer, at) => expectOwn(answer, personAt(at + round), at));
    }
    for (const connection of connections) connection.cut();
  });
});

describe('a connection that is cut', () => {
  it('while an answer comes leaves nothing of it for anybody else', async () => {
    for (let round = 0; round < 6; round += 1) {
      const steady = await open();
      const cut = await Promise.all(PEOPLE.map(() => open()));
      cut.forEach((connection, at) => connection.write(get(personAt(at), at) + get(personAt(at + 1), at)));
      steady.write(get(personAt(round), round));
      await Promise.all(cut.map((connection, at) => connection.received(at * 1_000)));
      for (const connection of cut) connection.cut();
      steady.write(get(personAt(round + 5), 91));
      const after = await open();
      after.write(get(personAt(round + 3), 90));
      expectOwn(await steady.answer(), personAt(round), round);
      expectOwn(await steady.answer(), personAt(round + 5), 91);
      expectOwn(await after.answer(), personAt(round + 3), 90);
      after.cut();
      steady.cut();
    }
  });

  it('in the middle of a body writes nothing of it', async () => {
    const body = JSON.stringify([{ title: 'half' }, { title: 'a body' }]);
    for (const [who] of PEOPLE) {
      const connection = await open();
      connection.write(post(who, body.slice(0, 20), body.length));
      // The rest never comes, but what looks like another request might be taken for it.
      const next = await open();
      next.write(get(who, 7));
      expectOwn(await next.answer(), who, 7);
      connection.cut();
      next.cut();
    }
    const chunked = await open();
    chunked.write(
      'POST /rest/v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\n' +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"title":"half"}\r\n',
    );
    chunked.cut();
    const rows = await world.sql(
      'select owner_id, count(*)::int as rows from board.tasks group by 1 order by 1',
    );
    expect(rows).toEqual(PEOPLE.map(([, id]) => ({ owner_id: id, rows: ROWS })));
  });

  it('after a body that is too large does not answer the next one with it', async () => {
    const connection = await open();
    const large = JSON.stringify({ title: 'y'.repeat(1_200_000) });
    connection.write(post('ann', large) + get('bob', 8));
    expect((await connection.answer())?.status).toBe(413);
    // Either the connection ends, or the next request gets its own answer.
    const next = await connection.answer();
    if (next !== null) expectOwn(next, 'bob', 8);
    connection.cut();
  });
});
