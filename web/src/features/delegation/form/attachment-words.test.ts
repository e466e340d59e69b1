import { expect, test } from 'vitest';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { attachmentRule } from '#domain/attachments.ts';
import { wordKinds, wordMissingFile } from './attachment-words.ts';

const kindsOf = (reading: { vision: boolean; texts: boolean }) =>
  Object.fromEntries(
    AI_TASK_TYPES.flatMap((type) => {
      const rule = attachmentRule(type, reading);
      return rule ? [[type, wordKinds(rule)]] : [];
    }),
  );

test('the field says which files fit, as far as the model can read them', () => {
  expect(kindsOf({ vision: true, texts: true })).toEqual({
    answer: 'Excel, CSV, PDF, Word, PowerPoint, text, email, HTML, EPUB or images',
    reasoning: 'Excel, CSV, PDF, Word, PowerPoint, text, email, HTML, EPUB or images',
    image_edit: 'PNG, JPG or WEBP, one image',
    data_analysis: 'Excel, CSV, PDF or images',
    doc_summary: 'One file: PDF, Word, PowerPoint, text, email, HTML or EPUB',
  });
  expect(kindsOf({ vision: false, texts: true })).toMatchObject({
    answer: 'Excel, CSV, PDF, Word, PowerPoint, text, email, HTML or EPUB',
    data_analysis: 'Excel, CSV or PDF',
    image_edit: 'PNG, JPG or WEBP, one image',
  });
  expect(kindsOf({ vision: true, texts: false })).toMatchObject({ answer: 'PNG, JPG or WEBP' });
});

test('a tool that works on files names those that it needs', () => {
  expect(wordMissingFile('doc_summary')).toContain('requires a PDF file');
  expect(wordMissingFile('data_analysis')).toContain('requires data files');
  expect(wordMissingFile('image_edit')).toContain('requires an image attachment');
});
