import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makePdf, makeScan } from '#tests/fixtures/make-pdf.ts';
import { connectAsRouter, connectTo } from '#tests/worlds/ask-simulator.ts';
import { createRouterScanReader } from './router.ts';
import type { ReadScan } from './scan-reader.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

const signal = new AbortController().signal;

async function read(words: string, model = 'sim/scans'): Promise<ReadScan> {
  const reader = createRouterScanReader({ textModel: connectAsRouter(simulator), model });
  return reader.read(makePdf([await makeScan(words)]), { signal });
}

it('returns the text of the image, without markup, and its cost', async () => {
  const words =
    '# Lease\n\n![img-0.jpeg](img-0.jpeg)\nThe **rent** is 1240 euros.\n| Part | Sum |\n| --- | --: |\n| Heat | 80 |';
  const { text, usage } = await read(words);
  expect(text).toBe('Lease\nThe rent is 1240 euros.\n| Part | Sum |\n| Heat | 80 |');
  expect(usage.cost).toBeGreaterThan(0.002);
  expect(usage.cost).toBeLessThan(0.005);
});

it('uses the parser priced per page, and sends no name of the file', async () => {
  await read('The rent is 1240 euros.');
  const [entry] = simulator.journal.entries;
  expect(entry?.request?.plugins).toEqual([
    { id: 'context-compression', enabled: false },
    { id: 'file-parser', pdf: { engine: 'mistral-ocr' } },
  ]);
  expect(JSON.stringify(entry?.body)).toContain('"filename":"page.pdf"');
});

it.each(['stop', 'length'])(
  'returns the page even if the model says nothing about it (%s)',
  async (finish) => {
    expect((await read('The rent is 1240 euros.', `sim/scans-silent-${finish}`)).text).toBe(
      'The rent is 1240 euros.',
    );
  },
);

it('returns nothing if nothing is recognised', async () => {
  expect((await read('Faint.', 'sim/scans-blank')).text).toBe('');
});

it('counts the reserved amount for a page without a price', async () => {
  expect(await read('Faint.', 'sim/no-usage')).toEqual({
    text: '',
    usage: { promptTokens: 0, completionTokens: 0, cost: 0.005 },
  });
});

it('fails if there is no router to read it', async () => {
  const reader = createRouterScanReader({ textModel: connectTo(simulator), model: 'sim/scans' });
  await expect(reader.read(makePdf([await makeScan('x')]), { signal })).rejects.toMatchObject({
    kind: 'request',
  });
});
