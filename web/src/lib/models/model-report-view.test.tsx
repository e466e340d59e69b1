import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type ModelReport, modelReport, type Trial } from '#domain/model-report.ts';
import { ModelReportView } from './model-report-view.tsx';
import { reportWords } from './report-words.ts';

const trial = (more: Partial<Trial>): Trial => ({
  role: 'answer',
  state: 'ok',
  note: null,
  advice: null,
  ms: 1234,
  cost: 0.00021,
  sent: ['max_tokens', 'temperature'],
  dropped: ['schema'],
  honoured: ['thinking'],
  ...more,
});

const REPORT: ModelReport = {
  host: 'api.example',
  list: { state: 'ok', note: null, advice: null, count: 12 },
  subjects: [
    {
      kind: 'text',
      name: '<b>acme/one</b>',
      setting: 'AI_MODEL_FAST',
      listed: true,
      window: 131_072,
      state: 'ok',
      note: null,
      advice: null,
      trials: [
        trial({}),
        trial({ role: 'vision', state: 'wrong', note: 'it is blind', advice: 'Set AI_MODEL_VISION.' }),
        trial({ role: 'form', state: 'untried', ms: null, cost: null, sent: [], dropped: [], honoured: [] }),
      ],
    },
  ],
  tools: [
    { tool: 'answer', state: 'ok', advice: null },
    { tool: 'research', state: 'note', advice: 'Set SEARCH_PROVIDER.' },
    { tool: 'vision', state: 'wrong', advice: 'Set AI_MODEL_VISION.' },
  ],
  cost: 0.00021,
};

test('shows each call with its time, cost, fields and advice', () => {
  const markup = renderToStaticMarkup(<ModelReportView report={REPORT} />);
  const words = markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain(
    'Answers Works Took 1.2 s, $0.00021 Sent max_tokens, temperature Left out form of the answer',
  );
  expect(words).toContain('Looking at images Doesn’t work it is blind Set AI_MODEL_VISION.');
  expect(words).toContain('Planning and reading Not tried');
  expect(words).toContain('Research Not set up Set SEARCH_PROVIDER.');
  expect(words).toContain('131,072 tokens of context');
  expect(words).toContain('api.example lists 12 models.');
  // Ids come from elsewhere, so they are escaped.
  expect(markup).not.toContain('<b>acme');
});

test('the summary names what does not work, and the cost', () => {
  expect(reportWords(REPORT)).toBe(
    '1 tool is set up and doesn’t work yet. See what to change below. The check cost $0.00021.',
  );
  const sound = { ...REPORT, tools: REPORT.tools.slice(0, 2) };
  expect(reportWords({ ...sound, cost: 0 })).toBe('Everything that’s set up works. The check cost nothing.');
  expect(reportWords({ ...sound, cost: null })).toBe(
    'Everything that’s set up works. The AI service didn’t say what the check cost.',
  );
});

test('accepts a report as sent, and rejects anything else', () => {
  expect(modelReport.parse(JSON.parse(JSON.stringify(REPORT)))).toEqual(REPORT);
  expect(() =>
    modelReport.parse({ ...REPORT, tools: [{ tool: 'spells', state: 'ok', advice: null }] }),
  ).toThrow();
});
