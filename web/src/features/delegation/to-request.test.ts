import { expect, test } from 'vitest';
import type { Run } from '#domain/rows/run-row.ts';
import { sampleRun } from '#web/lib/server/sample-rows.ts';
import { toAnotherVersion, toFollowUp, toPictureFollowUp, toRequest } from './to-request.ts';

const RUN = sampleRun('run-2', 'task', {
  project_id: 'project-then',
  parent_run_id: 'run-1',
  ai_task_type: 'doc_summary',
  language: 'de',
  options: {
    attachments: [{ path: 'me/lease.pdf', name: 'lease.pdf', type: 'application/pdf', size: 9 }],
    instruction: 'Shorter',
    wish: 'In simple words',
  },
  status: 'succeeded',
});

test('a retry repeats the files, the words and the parent', () => {
  expect(toRequest(RUN)).toEqual({
    task_id: 'task',
    ai_task_type: 'doc_summary',
    attachments: ['me/lease.pdf'],
    language: 'de',
    parent_run_id: 'run-1',
    instruction: 'Shorter',
    wish: 'In simple words',
  });
  const { parent_run_id: _parent, ...first } = RUN;
  expect(toRequest({ ...first, parent_run_id: null, options: {} })).not.toHaveProperty('parent_run_id');
});

test('another version of a first answer follows it, and one of a follow-up follows the same parent', () => {
  const first: Run = { ...RUN, parent_run_id: null, options: {} };
  expect(toAnotherVersion(first)).toMatchObject({ parent_run_id: 'run-2', attachments: [] });
  expect(toAnotherVersion(first)).not.toHaveProperty('instruction');
  expect(toAnotherVersion(RUN)).toEqual(toRequest(RUN));
});

test('another version has the changed words, or none', () => {
  expect(toAnotherVersion(RUN, { instruction: 'Longer' })).toEqual({
    ...toRequest(RUN),
    instruction: 'Longer',
  });
  const first: Run = { ...RUN, parent_run_id: null, options: { wish: 'Vegan' } };
  expect(toAnotherVersion(first, { wish: undefined })).not.toHaveProperty('wish');
  expect(toAnotherVersion(first, { wish: 'Vegetarian' })).toMatchObject({
    wish: 'Vegetarian',
    parent_run_id: 'run-2',
  });
});

test('a retry keeps the region, and a follow-up has its own or none', () => {
  const mask = [{ shape: 'rectangle', x: 0, y: 0, width: 0.5, height: 1 } as const];
  const run: Run = { ...RUN, ai_task_type: 'image_edit', options: { mask } };
  expect(toRequest(run)).toMatchObject({ mask });
  const wish = { instruction: 'In blue', path: 'me/a.png' };
  expect(toPictureFollowUp(run, { ...wish, marks: undefined })).not.toHaveProperty('mask');
  const marks = [{ shape: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 } as const];
  expect(toPictureFollowUp(run, { ...wish, marks })).toMatchObject({ mask: marks });
});

test('neither a retry nor a follow-up moves the task back to its old project', () => {
  const requests = [
    toRequest(RUN),
    toFollowUp(RUN, { instruction: 'With prices', language: 'fr' }),
    toPictureFollowUp(RUN, { instruction: 'In blue', path: 'me/picture.webp', marks: undefined }),
  ];
  for (const request of requests) expect(request).not.toHaveProperty('project_id');
});

test('a follow-up follows the answer shown, with its files', () => {
  expect(toFollowUp(RUN, { instruction: 'With prices', language: 'fr' })).toMatchObject({
    ai_task_type: 'doc_summary',
    attachments: ['me/lease.pdf'],
    language: 'fr',
    parent_run_id: 'run-2',
    instruction: 'With prices',
    wish: 'In simple words',
  });
});

test('a follow-up to a picture is an edit in its own shape and format', () => {
  const image = { aspect_ratio: '16:9', format: 'webp', compression: 70, background: 'opaque' } as const;
  const run: Run = { ...RUN, ai_task_type: 'create_image', options: { image } };
  expect(
    toPictureFollowUp(run, { instruction: 'In blue', path: 'me/picture.webp', marks: undefined }),
  ).toEqual({
    task_id: 'task',
    ai_task_type: 'image_edit',
    attachments: ['me/picture.webp'],
    image: { ...image, aspect_ratio: 'original' },
    parent_run_id: 'run-2',
    instruction: 'In blue',
  });
});
