import { describe, expect, test } from 'vitest';
import { readJson } from './read-json.ts';

const post = (body: RequestInit['body'], headers: Record<string, string> = {}): Request =>
  new Request('http://localhost/x', { method: 'POST', body, headers, duplex: 'half' });

describe('a JSON body', () => {
  test('is read', async () => {
    expect(await readJson(post('{"a":[1,"ü"]}'))).toEqual({ a: [1, 'ü'] });
  });

  test('may be empty although JSON is announced', async () => {
    expect(await readJson(post('', { 'content-type': 'application/json' }))).toBeUndefined();
    expect(await readJson(new Request('http://localhost/x', { method: 'POST' }))).toBeUndefined();
  });

  test('of exactly the limit passes, one byte more is refused', async () => {
    const exactly = JSON.stringify('x'.repeat(98));
    expect(await readJson(post(exactly), { maxBytes: 100 })).toHaveLength(98);
    await expect(readJson(post(`${exactly} `), { maxBytes: 100 })).rejects.toMatchObject({ status: 413 });
  });

  test('without an end is cut off during transfer', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
    });
    await expect(readJson(post(endless), { maxBytes: 10_000 })).rejects.toMatchObject({
      status: 413,
      code: 'request_entity_too_large',
    });
    expect(sent).toBeLessThan(20_000);
  });

  test.each([
    ['{"a":'],
    ['undefined'],
    [`${'['.repeat(65)}${']'.repeat(65)}`],
    [`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
  ])('that is invalid or too deep is refused: %s', async (body) => {
    await expect(readJson(post(body))).rejects.toMatchObject({ status: 400, code: 'bad_json' });
  });

  test('may hold many brackets inside a text, and 64 levels', async () => {
    expect(await readJson(post(JSON.stringify(`\\"${'['.repeat(100)}`)))).toContain('[[[');
    expect(await readJson(post(`${'['.repeat(64)}${']'.repeat(64)}`))).toBeInstanceOf(Array);
  });

  test('that is not UTF-8 is refused', async () => {
    await expect(readJson(post(new Uint8Array([0x22, 0xff, 0x22])))).rejects.toMatchObject({
      code: 'bad_json',
    });
  });

  test('that is compressed is refused', async () => {
    await expect(readJson(post('x', { 'content-encoding': 'gzip' }))).rejects.toMatchObject({ status: 415 });
  });

  test.each(['{"__proto__":{"admin":true},"a":1}', '{"\\u005F_proto__":{"admin":true},"a":1}'])(
    'cannot reach a prototype: %s',
    async (body) => {
      const value = await readJson(post(body));
      expect(Object.keys(Object(value))).toEqual(['a']);
      expect(Object.assign({}, value)).not.toHaveProperty('admin');
    },
  );
});
