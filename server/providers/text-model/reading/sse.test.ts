import { ReadableStream } from 'node:stream/web';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSse, type SseItem } from './sse.ts';

async function itemsOf(parts: readonly Uint8Array[]): Promise<SseItem[]> {
  const items: SseItem[] = [];
  for await (const item of readSse(ReadableStream.from(parts))) items.push(item);
  return items;
}

/** Cuts the bytes at the given lengths. */
function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  parts.push(bytes.subarray(at));
  return parts;
}

describe('an event stream', () => {
  it('is parsed the same however its bytes are cut', async () => {
    const text =
      ': hello\r\ndata: {"ü": "👩‍🚀"}\r\n\r\ndata:two\r\ndata: lines\r\n\r\n:\revent: x\rid: 7\rdata: last\r\r';
    const expected = [
      { alive: true },
      { data: '{"ü": "👩‍🚀"}' },
      { data: 'two\nlines' },
      { alive: true },
      { data: 'last' },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), async (lengths) => {
        expect(await itemsOf(cut(Buffer.from(text), lengths))).toEqual(expected);
      }),
    );
  });

  it('drops an incomplete last event', async () => {
    expect(await itemsOf([Buffer.from('data: whole\n\ndata: {"half')])).toEqual([{ data: 'whole' }]);
  });

  it('fails for an endless line', async () => {
    const line = Array.from({ length: 200 }, () => Buffer.from('x'.repeat(64 * 1024)));
    await expect(itemsOf([Buffer.from('data: '), ...line])).rejects.toThrow('a line without end');
  });

  it('fails for an endless event', async () => {
    const line = Buffer.from(`data: ${'x'.repeat(64 * 1024)}\n`);
    await expect(itemsOf(Array.from({ length: 200 }, () => line))).rejects.toThrow('an event without end');
  });
});
