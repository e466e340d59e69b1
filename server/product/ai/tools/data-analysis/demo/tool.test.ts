import { expect, it } from 'vitest';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { createFileWork } from '../../../../files/file-work.ts';
import { createDemoAnalysisTool } from './tool.ts';

const tool = createDemoAnalysisTool({
  fileWork: createFileWork(),
  phrases: (code) => ({ label: `Demo (${code})`, model: 'A model', modelText: 'It would write.' }),
});

async function analyse(text: string) {
  const keys: string[] = [];
  const bytes = Buffer.from(text);
  const input = toolInput({
    language: 'de',
    files: [{ name: 'a_b.csv', type: 'text/csv', size: bytes.length, read: async () => bytes }],
  });
  const context = toolContext({
    onStep: ({ key }) => keys.push(key),
    beforeCall: () => Promise.reject(new Error('the demo asks nobody')),
  });
  return { output: await tool.run(input, context), keys };
}

it('the demo computes true figures, says first that no model was there, and asks none', async () => {
  const { output, keys } = await analyse(
    'Nr;Tag;Posten;Betrag\n1;05.01.2026;Miete;1.200,50\n2;06.02.2026;Essen;300,00\n3;07.02.2026;Miete;99,50\n',
  );
  expect(output.content).toBe(
    [
      '> **Demo (de)**',
      '## a\\_b.csv',
      '3 × Nr, Tag, Posten, Betrag',
      '**Σ Betrag**',
      '- n: 3\n- Σ: 1.600\n- ⌀: 533,33\n- x̃: 300\n- min: 99,5\n- max: 1.200,5',
      '[figure 1]',
      '[figure 2]',
      '## A model',
      'It would write.',
    ].join('\n\n'),
  );
  expect(output.evidence?.analysis?.queries.map(({ rows }) => rows)).toEqual([
    [[3, 1600, 533.33, 300, 99.5, 1200.5]],
    [
      ['Miete', 1300],
      ['Essen', 300],
    ],
    [
      ['2026-01', 1200.5],
      ['2026-02', 399.5],
    ],
  ]);
  expect(output.evidence?.analysis?.figures.map(({ kind }) => kind)).toEqual(['bar', 'line']);
  expect(output.notices).toEqual([{ key: 'demo', params: {} }]);
  expect(output.evidence?.unverified).toEqual([]);
  expect(keys).toEqual(['read_file', 'read_tables', 'ran_queries']);
});

it('grams and kilograms are counted, and not added up', async () => {
  const { output } = await analyse('Ware;Gewicht\nTee;500 g\nMehl;2 kg\nMehl;1 kg\nTee;250 g\n');
  expect(output.evidence?.analysis?.queries.map(({ rows }) => rows)).toEqual([
    [[4]],
    [
      ['Mehl', 2],
      ['Tee', 2],
    ],
  ]);
});

it('a file without a table has no analysis', async () => {
  await expect(analyse('a;b\n')).rejects.toMatchObject({ code: 'no_table' });
});
