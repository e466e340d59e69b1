import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createConnection } from '../text-model/connection.ts';
import { readImage } from './read-image.ts';

/** A provider on our own machine, which is allowed; it must not reach anything else there. */
let provider: Server;
let origin: string;
let asked: IncomingMessage[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    asked.push(request);
    if (request.url === '/v1/moved.png') response.writeHead(302, { location: '/v1/secret.png' }).end();
    else if (request.url === '/v1/endless.png') {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
      };
      response.on('drain', more);
      more();
    } else response.end('a picture');
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  asked = [];
  vi.restoreAllMocks();
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

const read = (url: string) => {
  const connection = createConnection({ baseUrl: `${origin}/v1`, apiKey: 'sk-of-the-provider' });
  const answer = Response.json({ data: [{ url }] });
  return readImage(connection, answer, {
    prompt: 'A cat',
    signal: new AbortController().signal,
    optional: [],
  });
};

describe('the address of an image', () => {
  it('at the provider itself is requested, without its key', async () => {
    expect((await read(`${origin}/v1/a.png`)).bytes.toString()).toBe('a picture');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:1/v1/a.png',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[64:ff9b::7f00:1]/',
    'http://metadata.google.internal/',
    'https://cdn.example.org/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'ftp://127.0.0.1/',
    '//127.0.0.1/a.png',
    '/v1/a.png',
    'nonsense',
  ])('elsewhere is not requested: %s', async (address) => {
    const fetching = vi.spyOn(globalThis, 'fetch');
    await expect(read(address)).rejects.toMatchObject({
      kind: 'fetch',
      retryable: false,
      message: expect.stringContaining('lies somewhere else'),
    });
    expect(fetching).not.toHaveBeenCalled();
  });

  it('follows no redirect', async () => {
    await expect(read(`${origin}/v1/moved.png`)).rejects.toMatchObject({ kind: 'fetch', retryable: false });
    expect(asked.map(({ url }) => url)).toEqual(['/v1/moved.png']);
  });

  it('is limited in size', async () => {
    await expect(read(`${origin}/v1/endless.png`)).rejects.toThrow('is too large');
  });
});
