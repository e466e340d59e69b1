import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { JSON_TYPE, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
  await world.sql(
    `insert into board.tasks (owner_id, title) select $1, 'Überweisung ' || n from generate_series(1, 300) n`,
    [ANN],
  );
});
afterAll(() => world.close());

/** `fetch` undoes the encoding. */
async function ask(encoding: string, path: string, init: RequestInit = {}) {
  const response = await send(world, path, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': encoding },
  });
  const { status, headers } = response;
  return {
    status,
    encoding: headers.get('content-encoding'),
    vary: headers.get('vary'),
    range: headers.get('content-range'),
    text: await response.text(),
  };
}

const LIST = '/tasks?select=id,title&order=id';

describe('a list', () => {
  it.each(['br', 'zstd', 'gzip'])('arrives as %s, with the same rows', async (encoding) => {
    const plain = await ask('identity', LIST);
    expect(plain).toMatchObject({ status: 200, encoding: null, vary: 'Accept-Encoding' });
    expect(await ask(encoding, LIST)).toEqual({ ...plain, encoding });
  });

  it('arrives plain where none of these is accepted', async () => {
    expect((await ask('deflate, br;q=0', LIST)).encoding).toBeNull();
  });

  it('keeps the range of its rows, and its count', async () => {
    const page = await ask('br', LIST, { headers: { prefer: 'count=exact', range: '0-99' } });
    expect(page).toMatchObject({ status: 206, encoding: 'br', range: '0-99/300' });
    expect(JSON.parse(page.text)).toHaveLength(100);
  });

  it('has neither body nor encoding for HEAD', async () => {
    expect(await ask('br', LIST, { method: 'HEAD' })).toMatchObject({
      status: 200,
      encoding: null,
      text: '',
    });
  });
});

describe('other answers', () => {
  it('are compressed as CSV', async () => {
    const table = await ask('gzip', LIST, { headers: { accept: 'text/csv' } });
    expect(table.encoding).toBe('gzip');
    expect(table.text.split('\n')).toHaveLength(301);
  });

  it('are compressed after a write that returns its rows', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ owner_id: ANN, title: `Beleg ${n}` }));
    const written = await ask('br', '/tasks?select=title', {
      method: 'POST',
      headers: { ...JSON_TYPE, prefer: 'return=representation' },
      body: JSON.stringify(rows),
    });
    expect(written).toMatchObject({ status: 201, encoding: 'br' });
    expect(JSON.parse(written.text)).toHaveLength(50);
  });

  it('stay plain where they are short, as refusals are', async () => {
    expect(await ask('br', '/tasks?select=id&limit=1')).toMatchObject({ status: 200, encoding: null });
    expect(await ask('br', '/nothing')).toMatchObject({ status: 404, encoding: null });
  });
});
