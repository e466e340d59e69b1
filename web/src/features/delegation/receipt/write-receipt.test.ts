import { expect, it } from 'vitest';
import type { Evidence } from '#domain/evidence.ts';
import type { ReceiptWords } from './word-receipt.ts';
import { writeReceipt } from './write-receipt.ts';

const WORDS: ReceiptWords = {
  number: 'No. 0047',
  note: 'Research. Fri 20 Nov 2026, 09:14',
  title: 'Winter *tyres*',
  steps: [
    { at: 0, text: 'Read the task' },
    { at: 63, text: 'Read https://law.example' },
  ],
  took: 65,
  asked: [['Which car?', 'A van']],
  sent: [{ to: 'To ai.example:', what: ['The task'] }],
  unverified: 'Nothing could be checked',
  promise: { heading: 'What was promised', lines: ['At most 300 words'] },
  facts: [['Model', 'a/b']],
  cost: [['AI task', '1 credit']],
};

const EVIDENCE: Evidence = {
  sources: [
    {
      n: 1,
      url: 'https://law.example/',
      host: 'law.example',
      title: 'Law',
      date: null,
      read_at: '2026-11-20T09:00:00Z',
      quotes: [{ text: 'From 1 November.', around: '' }],
    },
  ],
  pages_read: 3,
  unread: [{ url: 'https://b.example/', host: 'b.example', title: 'Not <b>read</b>' }],
  unverified: ['Chains too.'],
  open: ['When it ends'],
  unsourced: 2,
};

it('says all that the receipt on screen says, and nothing in it becomes a mark or a link', () => {
  const text = writeReceipt(WORDS, 'Errand', EVIDENCE);
  expect(text).toMatch(/^## Receipt\n\n\*\*Errand\*\* No\. 0047\\\nResearch\. Fri 20 Nov/);
  for (const part of [
    'Winter \\*tyres\\*',
    '### What was done (1:05)\n\n- 0:00 Read the task\n- 1:03 Read https:\u200b//law.example',
    'Which car?\\\nA van',
    'To ai.example:\n\n- The task',
    '### Sources checked (1 of 3)\n\n- 1 law.example: 1 quote',
    '2 set aside',
    '- Not \\<b\\>read\\</b\\>',
    '### Not verified\n\n- When it ends\n- Chains too.\n- 2 sentences without a source',
    '### What was promised\n\nAt most 300 words',
    '---\n\nModel: a/b\\\nAI task: 1 credit',
  ])
    expect(text).toContain(part);
});

it('names tables with what was left out, and has no empty sections', () => {
  const table = {
    name: 't',
    file: 'costs.csv',
    page: null,
    sheet: null,
    origin: 'csv' as const,
    rows: 12,
    columns: 2,
    issues: [{ key: 'totals_set_aside', params: { rows: 2 } }],
  };
  const analysis = { tables: [table], copies: [], queries: [], bound: 0, figures: [] };
  const text = writeReceipt({ ...WORDS, asked: [], promise: null }, 'Errand', {
    ...EVIDENCE,
    sources: [],
    unverified: [],
    open: [],
    unsourced: 0,
    analysis,
  });
  expect(text).toMatch(/### Sources checked\n\n- costs\.csv: 12 rows\\\n {2}2 rows/);
  expect(text).not.toMatch(/Asked before|promised/);
  expect(text).toMatch(/### Not verified\n\n- \w/);
});

it('where nothing could be checked it says that', () => {
  const text = writeReceipt(WORDS, 'Errand', null);
  expect(text).toContain('### Not verified\n\nNothing could be checked');
  expect(text).not.toContain('Sources');
});
