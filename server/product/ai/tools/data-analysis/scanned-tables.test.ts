import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makePdf, makeScan } from '#tests/fixtures/make-pdf.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { simulatedEffects, toolContext, toolFile, toolInput } from '#tests/worlds/tool-attempt.ts';
import { oneModel } from '../../engine/effects.ts';
import { createDataAnalysisTool } from './tool.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterAll(() => simulator.close());

/** Analyses a statement whose pages are these, where `viewer` looks at scanned ones. */
async function analyse(pages: readonly (string | Buffer)[], viewer: string) {
  const models = { ...oneModel('sim/analyst'), viewer };
  const tool = createDataAnalysisTool({
    effects: simulatedEffects(simulator, 'sim/analyst', { models }),
    fileWork: createTestFileWork(),
  });
  const bytes = makePdf(pages, { tables: [{ title: 'Dishes', rows: MENU }] });
  const file = { ...toolFile('menu.pdf', 'application/pdf', bytes), scans: pages.length };
  return tool.run(toolInput({ files: [file] }), toolContext());
}

const MENU = [
  ['Dish', 'Price'],
  ['Bread', '2.50'],
  ['Salad', '7.90'],
  ['Wine', '5.40'],
];

it('a table on a scanned page is copied from it, and counts as one of its file', async () => {
  const { evidence, notices, filesUsed } = await analyse(['', await makeScan('A scan')], 'sim/analyst');
  const tables = evidence?.analysis?.tables.map(({ name, file, page, origin }) => ({
    name,
    file,
    page,
    origin,
  }));
  expect(tables).toEqual([
    { name: 'menu_p3', file: 'menu.pdf', page: 3, origin: 'pdf' },
    { name: 'menu_p2', file: 'menu.pdf', page: 2, origin: 'image' },
  ]);
  expect(evidence?.analysis?.copies).toEqual([
    { file: 'menu.pdf, page 2', rows: 4, cells: expect.any(Array) },
  ]);
  expect(notices).toEqual([{ key: 'read_by_model', params: { names: 'menu.pdf, page 2' } }]);
  expect(filesUsed).toEqual(['menu.pdf']);
  const issues = evidence?.analysis?.tables.flatMap((table) => table.issues) ?? [];
  expect(issues).toEqual([{ key: 'pages_without_text', params: { file: 'menu.pdf', pages: '1' } }]);
});

it('a scanned page that nobody could copy is named as lost', async () => {
  const { evidence, notices } = await analyse([await makeScan('A scan')], 'sim/fail-500');
  expect(notices).toEqual([{ key: 'pictures_not_read', params: { names: 'menu.pdf, page 1' } }]);
  const issues = evidence?.analysis?.tables.flatMap((table) => table.issues) ?? [];
  expect(issues).toEqual([{ key: 'pages_without_text', params: { file: 'menu.pdf', pages: '1' } }]);
});
