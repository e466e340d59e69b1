import { parseHTML } from 'linkedom';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunRecord } from '#domain/rows/run-row.ts';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { sampleRun } from '#web/lib/server/sample-rows.ts';
import { TryAgain } from './try-again.tsx';

const mutate = vi.hoisted(() => vi.fn());
const credits = vi.hoisted(() => ({ left: 3, isFree: false, canDelegate: true }));
vi.mock('../use-delegate.ts', () => ({ useDelegate: () => ({ isPending: false, error: null, mutate }) }));
vi.mock('#web/lib/plans/use-credits.ts', () => ({ useCredits: () => credits }));

const RUN = sampleRun('run-1', 'task', { status: 'succeeded' });

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(credits, { left: 3, canDelegate: true });
  useUpgradeDialog.getState().close();
  const { window, document } = parseHTML('<main></main>');
  window.HTMLElement.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => vi.unstubAllGlobals());

async function open(record: RunRecord = { run: RUN, events: [] }) {
  const main = document.querySelector('main');
  if (!main) throw new Error('there is no page');
  const none = () => undefined;
  const form = createElement(TryAgain, { record, onDone: none, onCancel: none });
  await act(async () => createRoot(main).render(form));
  const send = async () => {
    const submit = new window.Event('submit', { bubbles: true, cancelable: true });
    await act(async () => main.querySelector('form')?.dispatchEvent(submit));
  };
  const button = (name: string) =>
    [...main.querySelectorAll('button')].find((each) => each.textContent?.includes(name));
  return { main, send, button };
}

test('shows the price and the refund, and makes one version however often it is pressed', async () => {
  const { main, send } = await open();
  expect(main.textContent).toContain('1 credit');
  expect(main.textContent).toContain('Refunded if it fails');
  await send();
  await send();
  const [first, second] = mutate.mock.calls.map(([delegation]) => delegation);
  expect(first.request).toMatchObject({ task_id: 'task', parent_run_id: 'run-1' });
  expect(second.key).toBe(first.key);
});

test('sends nothing without a credit, and offers more', async () => {
  Object.assign(credits, { left: 0, canDelegate: false });
  const { send, button } = await open();
  await send();
  expect(mutate).not.toHaveBeenCalled();
  expect(button('Make a new version')?.hasAttribute('disabled')).toBe(true);
  await act(async () => button('Upgrade')?.click());
  expect(useUpgradeDialog.getState().isOpen).toBe(true);
});

const requestOf = () => mutate.mock.calls[0]?.[0].request;

test('repeats what was added to the task, and shows a field for it', async () => {
  const run = { ...RUN, options: { wish: 'For four people' } };
  const { main, send } = await open({ run, events: [] });
  expect(main.textContent).toContain('Anything to add?');
  await send();
  expect(requestOf()).toMatchObject({ wish: 'For four people', parent_run_id: 'run-1' });
});

test('repeats the brief of a picture, so that none is written again', async () => {
  const run = sampleRun('run-1', 'task', { ai_task_type: 'create_image', options: { wish: 'Foxes' } });
  const params = { model: 'a/b', brief: 'Two foxes in the snow' };
  const event = { run_id: 'run-1', seq: 1, attempt: 1, key: 'wrote_brief', params, created_at: '' };
  const { main, send } = await open({ run, events: [event] });
  expect(main.textContent).toContain('Describe the image');
  await send();
  expect(requestOf()).toMatchObject({ wish: 'Foxes', brief: 'Two foxes in the snow' });
});
