import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { parseHTML } from 'linkedom';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleRun } from '#web/lib/server/sample-rows.ts';
import type { DelegableTask } from '../open-delegation.ts';
import { VersionAtWork } from './version-at-work.tsx';

const arrival = vi.hoisted(() => ({ ...Promise.withResolvers<void>() }));
vi.mock('../answer/use-answer.ts', () => ({ fetchAnswer: () => arrival.promise }));
vi.mock('../progress/run-trail.tsx', () => ({ RunTrail: () => null }));

const RUN = sampleRun('run', 'task', { status: 'succeeded' });
const TASK: DelegableTask = { id: 'task', title: 'Plan the party', is_completed: false, project_id: null };

beforeEach(() => {
  Object.assign(arrival, Promise.withResolvers<void>());
  const { window, document } = parseHTML('<main></main>');
  Object.assign(window.HTMLElement.prototype, { scrollIntoView: () => undefined });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => vi.unstubAllGlobals());

/** Shows a delivered version whose answer is still being read. */
async function show() {
  const main = document.querySelector('main');
  if (!main) throw new Error('there is no page');
  const root = createRoot(main);
  const onDelivered = vi.fn();
  const version = createElement(VersionAtWork, { task: TASK, run: RUN, onDelivered });
  await act(async () =>
    root.render(createElement(QueryClientProvider, { client: new QueryClient() }, version)),
  );
  const arrive = () =>
    act(async () => {
      arrival.resolve();
      await arrival.promise;
    });
  return { onDelivered, arrive, close: () => act(async () => root.unmount()) };
}

test('shows a new version once its answer was read', async () => {
  const version = await show();
  expect(version.onDelivered).not.toHaveBeenCalled();
  await version.arrive();
  expect(version.onDelivered).toHaveBeenCalledExactlyOnceWith(RUN);
});

test('opens no answer that was closed while its next version was read', async () => {
  const version = await show();
  await version.close();
  await version.arrive();
  expect(version.onDelivered).not.toHaveBeenCalled();
});
