import { expect, test } from 'vitest';
import type { ToolFile } from '../tool.ts';
import { recipientsOf, type Served } from './tell-recipients.ts';

const SERVED: Served = {
  hosts: { text: 'ai.example', images: 'img.example' },
  models: {
    fast: 'a/fast',
    research: 'a/good',
    reading: 'a/fast',
    web_search: 'a/fast',
    answer: 'a/answer',
    reasoning: 'a/answer',
    vision: 'a/eyes',
    check: 'b/second',
    compare: null,
    doc_summary: 'a/reader',
    data_analysis: 'a/analyst',
  },
  images: { create: 'i/new', edit: 'i/edit' },
  search: 'Some Search',
  ocr: 'a scanner',
};
const PICTURE: ToolFile = { name: 'a.png', type: 'image/png', size: 1, read: async () => Buffer.alloc(1) };

const PDF: ToolFile = { ...PICTURE, name: 'a.pdf', type: 'application/pdf', scans: 2 };

const NOBODY = { search: null, ocr: null };

test.each([
  ['answer', [], { host: 'ai.example', models: ['a/answer'], ...NOBODY }],
  ['answer', [PICTURE], { host: 'ai.example', models: ['a/eyes'], ...NOBODY }],
  [
    'research',
    [],
    { host: 'ai.example', models: ['a/good', 'a/fast', 'b/second'], search: 'Some Search', ocr: null },
  ],
  [
    'web_search',
    [],
    { host: 'ai.example', models: ['a/fast', 'b/second'], search: 'Some Search', ocr: null },
  ],
  [
    'doc_summary',
    [],
    { host: 'ai.example', models: ['a/reader', 'b/second'], search: null, ocr: 'a scanner' },
  ],
  [
    'data_analysis',
    [PICTURE],
    { host: 'ai.example', models: ['a/analyst', 'a/eyes', 'b/second'], ...NOBODY },
  ],
  ['create_image', [], { host: 'img.example', models: ['i/new'], ...NOBODY, brief_host: 'ai.example' }],
  ['image_edit', [PICTURE], { host: 'img.example', models: ['i/edit'], ...NOBODY, brief_host: 'ai.example' }],
] as const)('%s names who sees what it is given, with %j', (type, files, expected) => {
  expect(recipientsOf(type, SERVED, { files, brief: null })).toEqual(expected);
});

test('pages of a document go to the model that looks at them, scanned ones unless a service reads them', () => {
  const eyes = ['a/reader', 'a/eyes', 'b/second'];
  const noService = { ...SERVED, ocr: null };
  const asked = (served: Served, file: ToolFile) =>
    recipientsOf('doc_summary', served, { files: [file], brief: null }).models;
  expect(asked(SERVED, PICTURE)).toEqual(eyes);
  expect(asked(noService, PDF)).toEqual(eyes);
  expect(asked(SERVED, PDF)).toEqual(['a/reader', 'b/second']);
  expect(recipientsOf('answer', SERVED, { files: [PDF], brief: null }).models).toEqual([
    'a/answer',
    'a/eyes',
  ]);
  expect(recipientsOf('answer', SERVED, { files: [{ ...PDF, scans: 0 }], brief: null }).models).toEqual([
    'a/answer',
  ]);
  expect(asked(noService, { ...PDF, scans: undefined })).toEqual(['a/reader', 'b/second']);
});

test('a picture with a brief of its own goes to no text model, nor without one', () => {
  const given = { files: [], brief: 'A red fox' };
  expect(recipientsOf('create_image', SERVED, given)).not.toHaveProperty('brief_host');
  const models = { ...SERVED.models, reading: null };
  const bare = recipientsOf('create_image', { ...SERVED, models }, { ...given, brief: null });
  expect(bare).not.toHaveProperty('brief_host');
});
