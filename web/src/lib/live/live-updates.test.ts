import { focusManager, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../server/query-client.ts';
import { queryKeys } from '../server/query-keys.ts';
import { sampleListed, sampleRun, sampleTask } from '../server/sample-rows.ts';
import { useLiveStatus } from './live-status.ts';
import type { LiveText } from './live-text.ts';
import { followLiveUpdates, type LiveClients } from './live-updates.ts';
import { forgetRemoval, type PendingList } from './task-cache.ts';

const logged = vi.hoisted(() => [] as string[]);
vi.mock('../log.ts', () => ({ logProblem: (what: string) => logged.push(what) }));

const task = sampleListed(sampleTask('t', { title: 'Plan the move' }));
const run = sampleRun('r', 't', { status: 'running', attempt: 1, started_at: '2026-11-20T10:05:01+00:00' });

const NOTHING = { tables: [], task_ids: [] };

/** Fake server: records subscriptions, so that the test can send to them. */
function farSide() {
  const listeners = new Map<string, (news: object) => void>();
  let tellStatus: (status: string, refusal?: Error) => void = () => undefined;
  const removed = vi.fn<() => void>();
  const channel = {
    on: (kind: string, { table, event }: { table?: string; event: string }, listen: () => void) => {
      listeners.set(`${kind} ${table ?? event}`, listen);
      return channel;
    },
    subscribe: (listen: typeof tellStatus) => {
      tellStatus = listen;
      return channel;
    },
  };
  const topics: object[] = [];
  const asked = vi.fn<() => unknown>(() => ({ data: { user: { id: 'u' } }, error: null }));
  const caughtUp = vi.fn<(name: string, from: object) => void>();
  const clients = {
    server: {
      auth: { getUser: asked },
      rpc: (name: string, from: object) => {
        caughtUp(name, from);
        return { throwOnError: () => Promise.resolve({ data: { until: 'then', missed: NOTHING } }) };
      },
    },
    live: {
      channel: (topic: string, options: object) => {
        topics.push({ topic, ...options });
        return channel;
      },
      removeChannel: removed,
    },
  };
  return {
    // The parts of the clients that live updates use.
    clients: clients as unknown as LiveClients,
    topics,
    asked,
    caughtUp,
    removed,
    say: (status: string, refusal?: Error) => tellStatus(status, refusal),
    tell: (table: string, eventType: string, row: object) =>
      listeners.get(`postgres_changes ${table}`)?.({ eventType, new: row, old: row }),
    broadcast: (payload: object, event = 'run_text') => listeners.get(`broadcast ${event}`)?.({ payload }),
  };
}

let client: QueryClient;
let far: ReturnType<typeof farSide>;
let end: () => void;
const pending = () => client.getQueryData<PendingList>(queryKeys.pending)?.rows ?? [];
const text = () => client.getQueryData<LiveText>(queryKeys.liveText('r'))?.text;
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  forgetRemoval('t');
  logged.length = 0;
  client = createQueryClient();
  client.setQueryData<PendingList>(queryKeys.pending, { rows: [task], hasMore: false });
  client.setQueryData(queryKeys.progress('r'), []);
  far = farSide();
  end = followLiveUpdates(far.clients, client, 'u');
});
afterEach(() => end());

describe('row changes', () => {
  it('arrive on one private channel of the user', () => {
    expect(far.topics).toEqual([{ topic: 'user:u', config: { private: true } }]);
  });

  it('change, add and remove tasks', () => {
    far.tell('tasks', 'UPDATE', { ...task, title: 'Renamed' });
    far.tell('tasks', 'INSERT', { ...task, id: 'new', created_at: '2026-11-20T11:00:00+00:00' });
    expect(pending().map(({ title }) => title)).toEqual(['Plan the move', 'Renamed']);
    far.tell('tasks', 'DELETE', { id: 't' });
    expect(pending().map(({ id }) => id)).toEqual(['new']);
  });

  it('put a run with its text under its task, and drop the text when it ends', () => {
    far.tell('ai_runs', 'UPDATE', { ...run, partial_text: 'Boxes' });
    expect(pending()[0]?.run?.status).toBe('running');
    expect(text()).toBe('Boxes');
    far.tell('ai_runs', 'UPDATE', { ...run, status: 'cancelled', partial_text: '' });
    expect(pending()[0]?.run?.status).toBe('cancelled');
    expect(text()).toBeUndefined();
  });

  it('from another device apply to settings, and refetch credits', () => {
    client.setQueryData(queryKeys.creditHistory(0), []);
    const chosen = {
      answer_language: 'de',
      remove_oldest_completed: false,
      compact_rows: true,
      asks_first: true,
    };
    far.tell('user_settings', 'UPDATE', chosen);
    expect(client.getQueryData(queryKeys.userSettings)).toEqual(chosen);
    far.tell('profiles', 'UPDATE', {
      id: 'u',
      email: null,
      full_name: 'Mara',
      subscription_tier: 'free',
      credits_used: 1,
      credits_limit: 15,
    });
    expect(isStale(queryKeys.creditHistory(0))).toBe(true);
  });

  it('that cannot be parsed are logged, and later ones still apply', () => {
    far.tell('tasks', 'UPDATE', { ...task, priority: 'whenever' });
    expect(logged).toHaveLength(1);
    far.tell('tasks', 'UPDATE', { ...task, title: 'Renamed' });
    expect(pending()[0]?.title).toBe('Renamed');
  });
});

/** Part of every broadcast of a run. */
const sent = { run_id: 'r', task_id: 't', attempt: 1 };

describe('a preview of a picture', () => {
  const picture = () => client.getQueryData(queryKeys.livePreview('r'));

  it('is shown until its run has ended', () => {
    far.broadcast({ ...sent, picture: 'data:image/jpeg;base64,AAAA' }, 'run_preview');
    expect(picture()).toBe('data:image/jpeg;base64,AAAA');
    far.tell('ai_runs', 'UPDATE', { ...run, status: 'failed' });
    expect(picture()).toBeUndefined();
  });

  it.each(['https://example.org/a.jpg', 'data:image/svg+xml,<svg/>', 'javascript:alert(1)'])(
    'is never fetched from elsewhere: %s',
    (address) => {
      far.broadcast({ ...sent, picture: address }, 'run_preview');
      expect(picture()).toBeUndefined();
      expect(logged).toHaveLength(1);
    },
  );
});

describe('the text of an answer', () => {
  const piece = (offset: number, words: string) => ({ ...sent, offset, text: words });

  it('grows as it is broadcast', () => {
    far.broadcast(piece(0, 'Boxes '));
    far.broadcast(piece(6, 'first.'));
    expect(text()).toBe('Boxes first.');
    expect(isStale(queryKeys.progress('r'))).toBe(false);
  });

  it('is refetched if a piece was missed', () => {
    far.broadcast(piece(6, 'first.'));
    expect(isStale(queryKeys.progress('r'))).toBe(true);
  });

  it('survives garbage', () => {
    far.broadcast({ run_id: 'r' });
    expect(logged).toHaveLength(1);
    expect(text()).toBeUndefined();
  });
});

describe('the connection', () => {
  it('reports whether live updates arrive', () => {
    far.say('SUBSCRIBED');
    expect(useLiveStatus.getState().isJoined).toBe(true);
    far.say('CHANNEL_ERROR');
    expect(useLiveStatus.getState().isJoined).toBe(false);
    far.say('SUBSCRIBED');
    end();
    expect(useLiveStatus.getState().isJoined).toBe(false);
    expect(far.removed).toHaveBeenCalledOnce();
  });

  it('checks the session if the connection was refused for it, and not after other failures', () => {
    far.say('CHANNEL_ERROR', new Error('socket error'));
    expect(far.asked).not.toHaveBeenCalled();
    far.say('CHANNEL_ERROR', new Error('InvalidJWTToken: The session of this token has ended'));
    expect(far.asked).toHaveBeenCalledTimes(1);
  });

  it('checks the session when the connection is lost, and not while it is failing', () => {
    far.say('CHANNEL_ERROR');
    expect(far.asked).not.toHaveBeenCalled();
    far.say('SUBSCRIBED');
    far.say('CHANNEL_ERROR');
    far.say('CHANNEL_ERROR');
    expect(far.asked).toHaveBeenCalledTimes(1);
  });

  it('is opened again if the server closes it with its token, also while joining', async () => {
    vi.useFakeTimers();
    far.say('CLOSED');
    await vi.advanceTimersByTimeAsync(1000);
    expect(far.topics).toHaveLength(2);
    far.say('SUBSCRIBED');
    expect(useLiveStatus.getState().isJoined).toBe(true);
    vi.useRealTimers();
  });

  it('is not opened again if the session has ended or the page has left, and later if the server is not reached', async () => {
    vi.useFakeTimers();
    far.asked.mockReturnValueOnce({ data: { user: null }, error: { name: 'AuthSessionMissingError' } });
    far.say('CLOSED');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(far.topics).toHaveLength(1);
    far.asked.mockReturnValueOnce({ data: { user: null }, error: { name: 'AuthRetryableFetchError' } });
    far.say('CLOSED');
    await vi.advanceTimersByTimeAsync(1000);
    expect(far.topics).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(far.topics).toHaveLength(2);
    far.say('CLOSED');
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(far.topics).toHaveLength(2);
    vi.useRealTimers();
  });

  it('asks what was missed once the page has loaded, and at once after a break', async () => {
    let finish = (_projects: readonly string[]) => {};
    const read = vi.fn<() => Promise<readonly string[]>>(() => new Promise((resolve) => (finish = resolve)));
    const projects = new QueryObserver(client, { queryKey: queryKeys.projects, queryFn: read });
    const unsubscribe = projects.subscribe(() => undefined);
    far.say('SUBSCRIBED');
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    expect(far.caughtUp).not.toHaveBeenCalled();
    finish([]);
    await vi.waitFor(
      () => expect(far.caughtUp.mock.calls).toEqual([['missed_changes', { seconds: expect.any(Number) }]]),
      SHOWN,
    );
    far.say('TIMED_OUT');
    void client.fetchQuery({ queryKey: queryKeys.trash, queryFn: () => new Promise<never>(() => {}) });
    far.say('SUBSCRIBED');
    expect(far.caughtUp).toHaveBeenLastCalledWith('missed_changes', { since: 'then' });
    expect(read).toHaveBeenCalledTimes(1);
    unsubscribe();
  });

  it('asks again when the user comes back to the tab, as a busy server drops updates', () => {
    vi.useFakeTimers();
    far.say('SUBSCRIBED');
    const switchTabs = (away: number) => {
      focusManager.setFocused(false);
      vi.advanceTimersByTime(away);
      far.caughtUp.mockClear();
      focusManager.setFocused(true);
    };
    switchTabs(29_000);
    expect(far.caughtUp).not.toHaveBeenCalled();
    switchTabs(31_000);
    expect(far.caughtUp).toHaveBeenCalledOnce();
    far.say('CHANNEL_ERROR');
    switchTabs(31_000);
    expect(far.caughtUp).not.toHaveBeenCalled();
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });
});

/** A page that has loaded settles first. */
const SHOWN = { timeout: 5000 };

it('lists that updates keep current are not read again on return or reconnection', async () => {
  const read = vi.fn(() => Promise.resolve([]));
  const lists = new QueryObserver(client, { queryKey: queryKeys.projects, queryFn: read });
  client.mount();
  const unsubscribe = lists.subscribe(() => undefined);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  vi.useFakeTimers();
  vi.advanceTimersByTime(60_000);
  const comeBack = async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await vi.advanceTimersByTimeAsync(10);
  };
  far.say('SUBSCRIBED');
  await comeBack();
  expect(read).toHaveBeenCalledTimes(1);
  end();
  await comeBack();
  expect(read).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  unsubscribe();
  client.unmount();
});
