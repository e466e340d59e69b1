import { expect, test } from 'vitest';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { attachmentRule } from '#domain/attachments.ts';
import { wordFileProblem, wordKinds, wordMissingFile } from './attachment-words.ts';

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
    doc_summary:
      'One file: PDF, Word, PowerPoint, text, email, HTML or EPUB. Or up to 10 photos of its pages',
  });
  expect(kindsOf({ vision: false, texts: true })).toMatchObject({
    answer: 'Excel, CSV, PDF, Word, PowerPoint, text, email, HTML or EPUB',
    data_analysis: 'Excel, CSV or PDF',
    doc_summary: 'One file: PDF, Word, PowerPoint, text, email, HTML or EPUB',
    image_edit: 'PNG, JPG or WEBP, one image',
  });
  expect(kindsOf({ vision: true, texts: false })).toMatchObject({ answer: 'PNG, JPG or WEBP' });
});

test('a tool that works on files names those that it needs', () => {
  expect(wordMissingFile('doc_summary')).toContain('requires a PDF file');
  expect(wordMissingFile('data_analysis')).toContain('requires data files');
  expect(wordMissingFile('image_edit')).toContain('requires an image attachment');
});

test('a file of an old Office is refused with what to do, by tools that take it when it is saved again', () => {
  const problem = (type: 'doc_summary' | 'data_analysis', name: string) => {
    const rule = attachmentRule(type, { vision: false, texts: true });
    return rule ? wordFileProblem(type, rule, [{ name, size: 9 }]) : null;
  };
  expect(problem('doc_summary', 'Lease.DOC')).toBe(
    '“Lease.DOC” is in an older Office format. Open it, save it as .docx and attach that copy.',
  );
  expect(problem('doc_summary', 'lease.rtf')).toContain('save it as .docx');
  expect(problem('data_analysis', 'rent.xls')).toContain('save it as .xlsx');
  expect(problem('data_analysis', 'lease.doc')).toContain('Unsupported file type');
});
