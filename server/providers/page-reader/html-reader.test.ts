import { afterAll, expect, it } from 'vitest';
import { createHtmlReader, type HtmlReader } from './html-reader.ts';
import { PageError } from './page-reader.ts';

const readers: HtmlReader[] = [];
afterAll(() => Promise.all(readers.map((reader) => reader.close())));

function open(options: Parameters<typeof createHtmlReader>[0]): HtmlReader {
  const reader = createHtmlReader(options);
  readers.push(reader);
  return reader;
}

const PAGE = '<html><body><p>A page that says something.</p></body></html>';
/** Takes a thread longer than any of these tests. */
const ENDLESS = '<div><b>'.repeat(60_000);
const signal = new AbortController().signal;

it('a page that takes forever does not block the next one', async () => {
  const reader = open({ limit: 20_000 });
  const stop = new AbortController();
  const endless = reader
    .read(ENDLESS, { signal: stop.signal, patience: 1_000 })
    .catch((error: unknown) => error);
  const { blocks } = await reader.read(PAGE, { signal, patience: 20_000 });
  expect(blocks).toEqual(['A page that says something.']);
  stop.abort(new Error('enough'));
  await endless;
});

it('times out in the queue, and rejects a page if the queue is full', async () => {
  const reader = open({ threads: 1, waiting: 1, limit: 20_000 });
  const stop = new AbortController();
  const first = reader
    .read(ENDLESS, { signal: stop.signal, patience: 1_000 })
    .catch((error: unknown) => error);
  const second = reader.read(PAGE, { signal, patience: 50 }).catch((error: unknown) => error);
  const third = reader.read(PAGE, { signal, patience: 50 }).catch((error: unknown) => error);
  for (const error of [await second, await third]) {
    expect(error).toBeInstanceOf(PageError);
    expect(error).toMatchObject({ why: 'slow' });
  }
  stop.abort(new Error('enough'));
  expect(await first).toMatchObject({ message: 'enough' });
});

it('a page is no longer awaited after its signal has aborted', async () => {
  const reader = open({ threads: 1, limit: 20_000 });
  const stop = new AbortController();
  const reason = new Error('cancelled');
  const reading = [ENDLESS, PAGE].map((html) =>
    reader.read(html, { signal: stop.signal, patience: 20_000 }).catch((error: unknown) => error),
  );
  stop.abort(reason);
  expect(await Promise.all(reading)).toEqual([reason, reason]);
  // The thread is usable again.
  expect((await reader.read(PAGE, { signal, patience: 20_000 })).blocks).toHaveLength(1);
});
