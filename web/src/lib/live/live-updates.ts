import type { RealtimeChannel, RealtimeClient, RealtimePostgresChangesPayload } from '@supabase/realtime-js';
import { focusManager, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { profileRow } from '#domain/rows/profile-row.ts';
import { responseRow } from '#domain/rows/response-row.ts';
import { isLive, partialTextRow, runEventRow, runRow } from '#domain/rows/run-row.ts';
import { taskRow } from '#domain/rows/task-row.ts';
import { userSettingsRow } from '#domain/rows/user-settings-row.ts';
import { runPreview, runText } from '#domain/run/run-broadcasts.ts';
import { logProblem } from '../log.ts';
import { queryKeys } from '../server/query-keys.ts';
import { followUpReads, putLatest } from '../server/refetch.ts';
import type { Server } from '../server/supabase.ts';
import { putProfile } from '../session/session.ts';
import { createCatchUp } from './catch-up.ts';
import { useLiveStatus } from './live-status.ts';
import { forgetLive, putPreview, putRunEvent, putStoredText, putTextDelta } from './run-progress.ts';
import { putDelivery, putRun, putTask, removeTask } from './task-cache.ts';

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

const key = z.object({ id: z.string() });
/** Applies a table's changes to the cache. */
const APPLY: Readonly<Record<string, (client: QueryClient, change: Change) => void>> = {
  tasks: (client, change) => {
    if (change.eventType === 'DELETE') removeTask(client, key.parse(change.old).id);
    else putTask(client, taskRow.parse(change.new));
    followUpReads(client, queryKeys.tasks);
    const { id } = key.parse(change.eventType === 'DELETE' ? change.old : change.new);
    void client.invalidateQueries({ queryKey: queryKeys.openedTask(id), exact: true });
    void client.invalidateQueries({ queryKey: queryKeys.allProjectWork });
  },
  projects: (client) => void client.invalidateQueries({ queryKey: queryKeys.projects }),
  trash: (client) => void client.invalidateQueries({ queryKey: queryKeys.trash }),
  profiles: (client, change) => {
    if (change.eventType === 'DELETE') return;
    putProfile(profileRow.parse(change.new));
    void client.invalidateQueries({ queryKey: queryKeys.credits });
  },
  user_settings: (client, change) => {
    if (change.eventType !== 'DELETE') {
      putLatest(client, queryKeys.userSettings, userSettingsRow.parse(change.new));
      void client.invalidateQueries({ queryKey: queryKeys.aboutMe });
    }
  },
  ai_runs: (client, change) => {
    if (change.eventType !== 'DELETE') applyRun(client, change.new);
  },
  ai_run_events: (client, change) => {
    if (change.eventType !== 'DELETE') putRunEvent(client, runEventRow.parse(change.new));
  },
  ai_responses: (client, change) => {
    if (change.eventType !== 'DELETE') putDelivery(client, responseRow.parse(change.new));
    void client.invalidateQueries({ queryKey: queryKeys.allProjectWork });
  },
};

/** The clients that live updates need. */
export interface LiveClients {
  readonly live: RealtimeClient;
  readonly server: Server;
}

/**
 * Keeps the cache in sync with the server: one private channel per user carries changes of their rows and
 * streamed answers. Returns the function that stops it.
 */
export function followLiveUpdates(
  { live, server }: LiveClients,
  client: QueryClient,
  userId: string,
): () => void {
  const catchUp = createCatchUp(server, client);
  let isStopped = false;
  let channel = join();

  function join(): RealtimeChannel {
    const joining = openChannel(live, client, userId);
    return joining.subscribe((status, refusal) => {
      if (isStopped) return;
      const isJoined = status === 'SUBSCRIBED';
      const before = useLiveStatus.getState();
      const isLost = !isJoined && before.isJoined;
      const isUnknown = refusal?.message.includes('InvalidJWTToken') ?? false;
      useLiveStatus.setState({ isJoined, wasJoined: before.wasJoined || isJoined });
      // The client rejoins after errors by itself, but not after the server has closed the channel.
      if (status === 'CLOSED') void rejoin();
      // The session may have been ended elsewhere: getUser() finds out and signs out here.
      else if (isLost || isUnknown) void server.auth.getUser();
      if (!isJoined) return;
      // After a break it doesn't wait: a pending read may hang on the lost connection.
      if (before.wasJoined) void catchUp(true);
      else void untilShown(client).then(() => catchUp(false));
    });
  }

  /** The session has ended, or its token has expired, as in a tab in the background, where none is refreshed. */
  async function rejoin(): Promise<void> {
    for (let tries = 0; !isStopped; tries += 1) {
      const { data, error } = await server.auth.getUser();
      if (error?.name === 'AuthSessionMissingError') return;
      await pause(Math.min(REJOIN_MS * 2 ** tries, LONGEST_REJOIN_MS));
      if (data.user === null) continue;
      if (!isStopped) channel = join();
      return;
    }
  }

  const stopWatching = onReturn(() => {
    if (useLiveStatus.getState().isJoined) void catchUp(false);
  });

  return () => {
    isStopped = true;
    stopWatching();
    useLiveStatus.setState({ isJoined: false, wasJoined: false });
    void live.removeChannel(channel);
  };
}

/** Milliseconds before the first try to rejoin, and at most between two. */
const REJOIN_MS = 1000;
const LONGEST_REJOIN_MS = 30_000;

function openChannel(live: RealtimeClient, client: QueryClient, userId: string): RealtimeChannel {
  const channel = live.channel(`user:${userId}`, { config: { private: true } });
  for (const [table, apply] of Object.entries(APPLY)) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
      runLogged(table, () => apply(client, change)),
    );
  }
  channel.on('broadcast', { event: 'run_text' }, ({ payload }) =>
    runLogged('run_text', () => applyText(client, payload)),
  );
  channel.on('broadcast', { event: 'run_preview' }, ({ payload }) =>
    runLogged('run_preview', () => applyPreview(client, payload)),
  );
  return channel;
}

/** Time away from the tab after which a server may have dropped updates, being busy. */
const AWAY_MS = 30_000;

/** Calls `act` when the user comes back to the tab after a while. */
function onReturn(act: () => void): () => void {
  let left = Number.POSITIVE_INFINITY;
  return focusManager.subscribe((isFocused) => {
    if (isFocused && Date.now() - left > AWAY_MS) act();
    left = isFocused ? Number.POSITIVE_INFINITY : Date.now();
  });
}

/** An update that can't be parsed must not end the channel. */
function runLogged(what: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    logProblem(`live news of ${what} could not be read`, error);
  }
}

/** Longer than a page takes to load. A hanging read must not block the others. */
const LOADING_MS = 10_000;

/** By then a slow phone has rendered and is responsive. */
const SHOWN_MS = 2000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a loading page has loaded and settled. */
async function untilShown(client: QueryClient): Promise<void> {
  const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  const settled = Promise.allSettled(reads.flatMap(({ promise }) => (promise ? [promise] : [])));
  await Promise.race([settled, pause(LOADING_MS)]);
  await pause(SHOWN_MS);
}

function applyRun(client: QueryClient, row: unknown): void {
  const run = runRow.parse(row);
  putRun(client, run);
  void client.invalidateQueries({ queryKey: queryKeys.openedTask(run.task_id) });
  if (isLive(run)) {
    const { attempt, partial_text } = partialTextRow.parse(row);
    putStoredText(client, run.id, { attempt, text: partial_text });
  } else {
    forgetLive(client, run.id);
  }
}

function applyPreview(client: QueryClient, payload: unknown): void {
  const { run_id, picture } = runPreview.parse(payload);
  putPreview(client, run_id, picture);
}

function applyText(client: QueryClient, payload: unknown): void {
  const delta = runText.parse(payload);
  const isGap = putTextDelta(client, delta.run_id, delta);
  // The run's progress includes its stored text. A pending read isn't restarted.
  if (isGap) {
    void client.invalidateQueries({ queryKey: queryKeys.progress(delta.run_id) }, { cancelRefetch: false });
  }
}
