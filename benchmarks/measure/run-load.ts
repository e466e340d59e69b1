import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import type { AiTaskType } from '#domain/ai-task.ts';
import type { ServerProcess } from '#tests/worlds/server-process.ts';
import { type Account, addTasks, signUp } from './account.ts';
import { pause, processorTimeOf, report } from './figures.ts';
import { now, PIECE } from './paced-model.ts';

/** A run as whoever waits for it sees it, by the common clock; 0: not yet. */
export interface SeenRun {
  readonly pressed: number;
  readonly accepted: number;
  /** The first message with text. */
  firstText: number;
  /** The name of the provider's call, as its pieces tell it. */
  call: string;
  done: number;
}

export type SeenRuns = Map<string, SeenRun>;

const CREDITS = 15;

const newRun = z.object({ run: z.object({ id: z.string() }) });
const runText = z.object({ run_id: z.string(), text: z.string() });
const runChange = z.object({ id: z.string(), status: z.string(), error_code: z.string().nullable() });

/** Hears what the web app hears, with the official client. Resolves when it does. */
export async function follow({ client, userId }: Account, runs: SeenRuns): Promise<void> {
  await client.realtime.setAuth();
  const channel = client.channel(`user:${userId}`, { config: { private: true } });
  channel.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'ai_runs' }, ({ new: row }) => {
    const { id, status, error_code: code } = runChange.parse(row);
    const run = runs.get(id);
    if (status === 'failed') throw new Error(`the run ${id} has failed: ${code}`);
    if (run && status === 'succeeded') run.done = now();
  });
  channel.on('broadcast', { event: 'run_text' }, ({ payload }) => {
    const { run_id: id, text } = runText.parse(payload);
    const run = runs.get(id);
    if (!run || run.firstText > 0) return;
    run.firstText = now();
    run.call = [...text.matchAll(PIECE)][0]?.[1] ?? '';
  });
  // The changes of rows are sent once the server has said so, a moment after the channel is joined.
  await new Promise<void>((resolve, reject) => {
    channel.on('system', {}, ({ status }: { status: string }) =>
      status === 'ok' ? resolve() : reject(new Error('the channel was refused')),
    );
    channel.subscribe((_status, error) => error && reject(error));
  });
}

/** Hands a task over, and notes the run under its id. */
export async function delegate(
  { client }: Account,
  { taskId, type, runs }: { taskId: string; type: AiTaskType; runs: SeenRuns },
): Promise<SeenRun> {
  const pressed = now();
  const { data, error } = await client.functions.invoke('delegate', {
    body: { task_id: taskId, ai_task_type: type },
  });
  if (error) throw error;
  const run: SeenRun = { pressed, accepted: now(), firstText: 0, call: '', done: 0 };
  runs.set(newRun.parse(data).run.id, run);
  return run;
}

export interface Load {
  readonly inFlight: number;
  /** Runs that begin while so many are at work. */
  readonly counted: number;
  /** Milliseconds of a run, about. */
  readonly lasts: number;
  /** In how many pieces each is written. */
  readonly pieces: number;
}

/** Begins a run whenever another ends, so that as many as wished are at work. Answers with those that began then. */
export async function keepInFlight(server: ServerProcess, load: Load): Promise<readonly SeenRun[]> {
  const runs: SeenRuns = new Map();
  const total = load.inFlight + load.counted;
  const people: { account: Account; tasks: string[] }[] = [];
  for (let person = 0; person * CREDITS < total; person += 1) {
    const account = await signUp(server.url, `person-${person}`);
    await follow(account, runs);
    people.push({ account, tasks: await addTasks(account, CREDITS) });
  }
  const late = monitorEventLoopDelay({ resolution: 1 });
  const beginnings: Promise<SeenRun>[] = [];
  const started = now();
  let usedBefore = 0;
  for (let at = 0; at < total; at += 1) {
    await pause(Math.max(0, started + (at * load.lasts) / load.inFlight - now()));
    if (at === load.inFlight) {
      usedBefore = processorTimeOf(server.pid);
      late.enable();
    }
    // One of each in turn.
    const person = people[at % people.length];
    const taskId = person?.tasks.pop();
    if (!person || taskId === undefined) throw new Error('there are not enough tasks');
    beginnings.push(delegate(person.account, { taskId, type: 'answer', runs }));
  }
  const used = processorTimeOf(server.pid) - usedBefore;
  late.disable();
  const seconds = (load.counted * load.lasts) / load.inFlight / 1000;
  report('processor time of the server meanwhile', {
    's in each second': used / 1000 / seconds,
    'ms for a piece, all else of a run included': (used / (load.counted * load.pieces)).toFixed(2),
    'this load late by ms, p50': late.percentile(50) / 1e6 - 1,
    p95: late.percentile(95) / 1e6 - 1,
  });
  const seen = await Promise.all(beginnings);
  while (seen.some(({ done }) => done === 0)) await pause(100);
  return seen.slice(load.inFlight);
}
