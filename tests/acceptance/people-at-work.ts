import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { newToken, newUuid } from '#server/lib/ids.ts';
import { delegate, runOf } from './delegation.ts';
import { addTask, type Person, personOf, type Site } from './person.ts';
import type { Shop } from './shop.ts';

/** What the program has accepted from one person, whichever process answered. */
export interface Accepted {
  readonly person: Person;
  readonly titles: Set<string>;
  /** Run ids by the key of their delegation. */
  readonly runs: Map<string, string>;
  /** Contents by path. */
  readonly files: Map<string, string>;
  /** Tokens of sessions that were signed out. */
  readonly endedTokens: Set<string>;
  /** The payment provider's ids of the checkouts that were paid. */
  readonly paid: Set<string>;
  /** Acts that were begun. */
  acts: number;
  /** How often each failed, by what was attempted and what came back. */
  readonly failures: Map<string, number>;
}

const nothing = (person: Person): Accepted => ({
  person,
  titles: new Set(),
  runs: new Map(),
  files: new Map(),
  endedTokens: new Set(),
  paid: new Set(),
  acts: 0,
  failures: new Map(),
});

/** Milliseconds; a stalled process doesn't answer at all. */
const PATIENCE = 10_000;
/** Of one person: fewer than anybody may have. */
const MOST_FILES = 100;
/** Between two acts of one person. */
const PAUSE = 150;

/** Also of the official client's errors, which aren't all of the class. */
const failed = z.object({ message: z.string() });

type Act = (site: Site, accepted: Accepted, turn: number) => Promise<void>;

/**
 * Adds, delegates, uploads, signs out and buys in the shop, if there is one, until `signal` says so. A request that
 * fails may or may not have worked.
 */
export async function workUntil(
  signal: AbortSignal,
  site: Site,
  person: Person,
  shop?: Shop,
): Promise<Accepted> {
  const accepted = nothing(person);
  const acts: readonly (readonly [string, Act])[] = [
    ['add', addOne],
    ['delegate', delegateOne],
    ['upload', uploadOne],
    ['sign out', signOutOne],
    ...(shop ? [['buy', buyIn(shop)] as const] : []),
  ];
  const note = (what: string, error: unknown): void => {
    const reason = failed.safeParse(error).data?.message ?? String(error);
    const failure = `${what}: ${reason.split('\n')[0]}`;
    accepted.failures.set(failure, (accepted.failures.get(failure) ?? 0) + 1);
  };
  for (let turn = 0; !signal.aborted; turn += 1) {
    const [what, act] = acts[turn % acts.length] ?? ['add', addOne];
    accepted.acts += 1;
    const patience = sleep(PATIENCE, undefined, { ref: false }).then(() => {
      throw new Error('no answer');
    });
    // Such as: the balancer's connection led to a process that was just killed.
    await Promise.race([act(site, accepted, turn), patience]).catch((error: unknown) => note(what, error));
    await sleep(PAUSE);
  }
  return accepted;
}

const buyIn =
  (shop: Shop): Act =>
  async (_site, { person, paid }) =>
    void paid.add(await shop.buyPack(person));

async function addOne(_site: Site, { person, titles }: Accepted, turn: number): Promise<void> {
  const title = `Task ${turn}`;
  const { error } = await person.client.from('tasks').insert({ title, user_id: person.id });
  if (error) throw error;
  titles.add(title);
}

/** Repeats itself with the same key until there is an answer, as the app does. */
async function delegateOne(site: Site, { person, runs }: Accepted, turn: number): Promise<void> {
  const task = await addTask(person, `To delegate ${turn}`);
  const key = newUuid();
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await delegate(site, person, task, { key }).catch(() => null);
    if (answer?.status === 202) return void runs.set(key, runOf(answer).id);
    if (answer?.status === 402) return; // no credit is left
    await sleep(200);
  }
  throw new Error('20 tries in vain');
}

async function uploadOne(_site: Site, { person, files }: Accepted, turn: number): Promise<void> {
  const bucket = person.client.storage.from('task-attachments');
  const [oldest] = files.keys();
  if (oldest !== undefined && files.size >= MOST_FILES) {
    files.delete(oldest); // a removal without an answer may have worked
    const { error } = await bucket.remove([oldest]);
    if (error) throw error;
  }
  const path = `${person.id}/${newToken(18)}.txt`;
  const content = `File ${turn} `.repeat(2_000);
  const blob = new Blob([content], { type: 'text/plain' });
  const { error } = await bucket.upload(path, blob);
  if (error) throw error;
  files.set(path, content);
}

/** Another session of the same person, so that this one can continue. */
async function signOutOne(site: Site, { person, endedTokens }: Accepted): Promise<void> {
  const { token } = await personOf(site, person.email);
  const response = await fetch(`${site.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: site.anonKey, authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  endedTokens.add(token);
}

export interface Story {
  readonly acts: number;
  readonly failed: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly accepted: Readonly<Record<string, number>>;
}

/** What all of them did, in figures. */
export function storyOf(all: readonly Accepted[]): Story {
  const sum = (of: (one: Accepted) => number): number => all.reduce((total, one) => total + of(one), 0);
  const failures: Record<string, number> = {};
  for (const one of all) {
    for (const [failure, count] of one.failures) failures[failure] = (failures[failure] ?? 0) + count;
  }
  return {
    acts: sum(({ acts }) => acts),
    failed: Object.values(failures).reduce((total, count) => total + count, 0),
    failures,
    accepted: {
      tasks: sum(({ titles }) => titles.size),
      runs: sum(({ runs }) => runs.size),
      files: sum(({ files }) => files.size),
      'sign-outs': sum(({ endedTokens }) => endedTokens.size),
      purchases: sum(({ paid }) => paid.size),
    },
  };
}

/** Holds that each task and file that was accepted is there, the files to the letter. */
export async function expectKept({ person, titles, files }: Accepted): Promise<void> {
  const { data, count } = await person.client.from('tasks').select('title', { count: 'exact' }).limit(10_000);
  const kept = new Set(data?.map(({ title }) => title));
  expect(data?.length).toBe(count);
  expect([...titles].filter((title) => !kept.has(title))).toEqual([]);
  for (const [path, content] of files) {
    const found = await person.client.storage.from('task-attachments').download(path);
    expect(await found.data?.text(), path).toBe(content);
  }
}
