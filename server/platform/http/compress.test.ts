import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressedResponse } from './compress.ts';

const TEXT = JSON.stringify(
  Array.from({ length: 100 }, (_, index) => ({ id: index, title: 'Ein Übungstext' })),
);

const answer = (acceptEncoding: string | null, text: string | null = TEXT): Response =>
  compressedResponse(
    new Request(
      'http://localhost/',
      acceptEncoding === null ? {} : { headers: { 'accept-encoding': acceptEncoding } },
    ),
    text,
    { status: 206, headers: new Headers({ 'Content-Range': '0-99/*' }) },
  );

const DECODERS = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

describe('a compressed answer', () => {
  it.each(['br', 'zstd', 'gzip'] as const)(
    'holds the same text as %s, in a fifth of the bytes',
    async (encoding) => {
      const response = answer(encoding);
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe('0-99/*');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.length).toBeLessThan(TEXT.length / 5);
      expect(DECODERS[encoding](bytes).toString()).toBe(TEXT);
    },
  );

  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'zstd'],
    ['zstd;q=0, *;q=0.1', 'br'],
    ['br;q=0, zstd;q=0, gzip;q=0', null],
    ['deflate, compress', null],
    ['identity', null],
    ['', null],
    ['br;q=nonsense', 'br'],
    [null, null],
  ])('to %j is encoded as %j', async (accepted, encoding) => {
    const response = answer(accepted);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    if (encoding === null) expect(await response.text()).toBe(TEXT);
  });

  it('is told to caches as one of several', () => {
    expect(answer('br').headers.get('vary')).toBe('Accept-Encoding');
    expect(answer(null).headers.get('vary')).toBe('Accept-Encoding');
    expect(answer('br', null).headers.get('vary')).toBe('Accept-Encoding');
  });

  it('is a plain one where it would save nothing', async () => {
    expect(answer('br', '[]').headers.get('content-encoding')).toBeNull();
    expect(answer('br', 'x'.repeat(1023)).headers.get('content-encoding')).toBeNull();
    expect(answer('br', 'x'.repeat(1024)).headers.get('content-encoding')).toBe('br');
    expect(await answer('br', null).text()).toBe('');
  });
});
