import { parseHTML } from 'linkedom';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Response } from '#domain/rows/response-row.ts';
import { sampleRun } from '#web/lib/server/sample-rows.ts';
import { removeUploads, uploadFile } from '../form/upload-file.ts';
import { useDelegationDialogs } from '../open-delegation.ts';
import { useFollowUp } from './use-follow-up.ts';

const mutate = vi.hoisted(() => vi.fn());
vi.mock('../use-delegate.ts', () => ({ useDelegate: () => ({ isPending: false, error: null, mutate }) }));
vi.mock('../form/use-answer-language.ts', () => ({ useAnswerLanguage: () => 'en' }));
vi.mock('../download/download-answer.ts', () => ({ fetchFile: async () => new Blob(['picture']) }));
vi.mock('../form/upload-file.ts', () => ({
  removeUploads: vi.fn(async () => undefined),
  uploadFile: vi.fn(),
}));

const RUN = sampleRun('run-1', 'task', { ai_task_type: 'create_image', status: 'succeeded' });
const ANSWER: Pick<Response, 'files'> = {
  files: [{ bucket: 'made', path: 'me/made.webp', name: 'made.webp', size: 7, type: 'image/webp' }],
};

beforeEach(() => {
  vi.clearAllMocks();
  const { window, document } = parseHTML('<main></main>');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => vi.unstubAllGlobals());

/** Opens a form with an instruction and submits it; `arrive` completes the upload of the copy. */
async function open(...acts: readonly ((form: ReturnType<typeof useFollowUp> | undefined) => void)[]) {
  let arrive = () => {};
  const done = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.mocked(uploadFile).mockReturnValue({ path: 'me/copy.webp', done, abort: () => undefined });
  const main = document.querySelector('main');
  if (!main) throw new Error('there is no page');
  const root = createRoot(main);
  let form: ReturnType<typeof useFollowUp> | undefined;
  const Form = () => {
    form = useFollowUp({ run: RUN, answer: ANSWER });
    return null;
  };
  await act(async () => root.render(createElement(Form)));
  await act(async () => useDelegationDialogs.getState().follow(RUN.id));
  await act(async () => form?.setInstruction('In blue'));
  for (const prepare of acts) await act(async () => prepare(form));
  let sent: Promise<void> | undefined;
  await act(async () => {
    sent = form?.submit();
    await vi.waitFor(() => expect(uploadFile).toHaveBeenCalledOnce());
  });
  const settle = () =>
    act(async () => {
      arrive();
      await sent;
    });
  return { leave: () => act(async () => root.unmount()), settle };
}

test('sends a picture once its copy is uploaded', async () => {
  const form = await open();
  await form.settle();
  expect(mutate.mock.calls[0]?.[0]).toMatchObject({ request: { attachments: ['me/copy.webp'] } });
});

test('spends no credit if the form is closed while the copy uploads', async () => {
  const form = await open();
  await form.leave();
  await form.settle();
  expect(mutate).not.toHaveBeenCalled();
  expect(removeUploads).toHaveBeenCalledExactlyOnceWith(['me/copy.webp']);
});

test('omits marks that were drawn and then switched off', async () => {
  const mark = { shape: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 } as const;
  const form = await open((opened) => opened?.region.draw([mark]));
  await form.settle();
  expect(mutate.mock.calls[0]?.[0].request).not.toHaveProperty('mask');
});

test('sends the marks if only a part may change', async () => {
  const mark = { shape: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 1 } as const;
  const steps: ((form: ReturnType<typeof useFollowUp> | undefined) => void)[] = [
    (form) => form?.region.turn(true),
    (form) => form?.region.draw([mark]),
  ];
  const form = await open(...steps);
  await form.settle();
  expect(mutate.mock.calls[0]?.[0]).toMatchObject({ request: { mask: [mark] } });
});
