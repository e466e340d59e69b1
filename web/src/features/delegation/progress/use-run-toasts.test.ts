import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countInTitle } from '#web/lib/device/count-in-title.ts';
import { showSystemNotice } from '#web/lib/live/system-notices.ts';
import { notifyIfAway } from './use-run-toasts.ts';

vi.mock('#web/lib/device/count-in-title.ts', () => ({ countInTitle: vi.fn() }));
vi.mock('#web/lib/live/system-notices.ts', () => ({ showSystemNotice: vi.fn() }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

const lookFrom = (hidden: boolean, isFocused: boolean) =>
  vi.stubGlobal('document', { hidden, hasFocus: () => isFocused });
const DONE = { id: 'run', status: 'succeeded' } as const;

test.each([
  ['another tab', { hidden: true, isFocused: false, notices: 1, counts: 1 }],
  ['another program beside this one', { hidden: false, isFocused: false, notices: 1, counts: 0 }],
  ['this page', { hidden: false, isFocused: true, notices: 0, counts: 0 }],
])('notifies a user who looks at %s, with a title count only if hidden', (_where, seen) => {
  lookFrom(seen.hidden, seen.isFocused);
  notifyIfAway('Call the notary', DONE, () => undefined);
  expect(showSystemNotice).toHaveBeenCalledTimes(seen.notices);
  expect(countInTitle).toHaveBeenCalledTimes(seen.counts);
});

test('does not announce a run that the user stopped', () => {
  lookFrom(true, false);
  notifyIfAway('Call the notary', { id: 'run', status: 'cancelled' }, () => undefined);
  expect(showSystemNotice).not.toHaveBeenCalled();
});
