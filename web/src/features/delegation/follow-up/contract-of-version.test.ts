import { expect, test } from 'vitest';
import { contractOf } from '#domain/contract/contract-of.ts';
import { sampleRun } from '#web/lib/server/sample-rows.ts';
import { toAnotherVersion, toFollowUp, toPictureFollowUp } from '../to-request.ts';
import { contractOfVersion } from './contract-of-version.ts';

const REQUEST = { language: 'en', wish: null, instruction: null, image: null, files: [] } as const;
const ATTACHMENT = { path: 'user/lease.docx', name: 'lease.docx', type: 'application/zip', size: 9 };

test('the same request promises the same, whatever it rests on', () => {
  const contract = contractOf('doc_summary', { ...REQUEST, files: [{ name: 'lease.docx', length: 1 }] });
  const options = { attachments: [ATTACHMENT] };
  const run = sampleRun('run', 'task', { ai_task_type: 'doc_summary', contract, options });
  expect(contract.words?.most).toBe(160);
  expect(contractOfVersion(run, toAnotherVersion(run))).toEqual(contract);
  // The wish may ask for another length.
  expect(contractOfVersion(run, toAnotherVersion(run, { wish: 'Longer.' }))?.words?.most).toBe(700);
});

test('a change promises its language and its points, of the files and pages that are known', () => {
  const extent = { upTo: 12, of: 12 };
  const contract = contractOf('doc_summary', { ...REQUEST, files: [{ name: 'a.pdf', pages: 12, extent }] });
  const options = { attachments: [{ ...ATTACHMENT, name: 'a.pdf' }] };
  const run = sampleRun('run', 'task', { ai_task_type: 'doc_summary', contract, options });
  const instruction = 'Add:\n- the deposit\n- the end';
  expect(contractOfVersion(run, toFollowUp(run, { instruction, language: 'de' }))).toMatchObject({
    language: 'de',
    points: ['the deposit', 'the end'],
    files: ['a.pdf'],
    pages: 12,
    extent,
  });
});

test('a changed picture promises the size of the picture before', () => {
  const contract = contractOf('create_image', REQUEST);
  const run = sampleRun('run', 'task', { ai_task_type: 'create_image', contract });
  const version = toPictureFollowUp(run, { instruction: 'At night', path: '', marks: undefined });
  const picture = { bucket: 'results', path: 'p', name: 'a.png', type: 'image/png', size: 1 };
  expect(contractOfVersion(run, version, { ...picture, width: 640, height: 480 })?.picture?.size).toEqual({
    width: 640,
    height: 480,
  });
  expect(contractOfVersion(run, version, picture)?.picture?.size).toBeNull();
});

test('a demo promises nothing, nor does its next version', () => {
  const run = sampleRun('run', 'task', { is_demo: true });
  expect(contractOfVersion(run, toAnotherVersion(run))).toBeNull();
});
