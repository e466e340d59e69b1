import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
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
}

const nothing = (person: Person): Accepted => ({
  person,
  titles: new Set(),
  runs: new Map(),
  files: new Map(),
  endedTokens: new Set(),
  paid: new Set(),
});

/** Milliseconds; a stalled process doesn't answer at all. */
const PATIENCE = 10_000;
/** Between two acts of one person. */
const PAUSE = 150;

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
  const acts: readonly Act[] = [
    addOne,
    delegateOne,
    uploadOne,
    signOutOne,
    ...(shop ? [async () => void accepted.paid.add(await shop.buyPack(person))] : []),
  ];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const act = acts[turn % acts.length] ?? addOne;
    await Promise.race([act(site, accepted, turn), sleep(PATIENCE, undefined, { ref: false })]).catch(
      () => undefined, // the balancer's connection led to a process that was just killed
    );
    await sleep(PAUSE);
  }
  return accepted;
}

async function addOne(_site: Site, { person, titles }: Accepted, turn: number): Promise<void> {
  const title = `Task ${turn}`;
  const { error } = await person.client.from('tasks').insert({ title, user_id: person.id });
  if (error === null) titles.add(title);
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
}

async function uploadOne(_site: Site, { person, files }: Accepted, turn: number): Promise<void> {
  const path = `${person.id}/${newToken(18)}.txt`;
  const content = `File ${turn} `.repeat(2_000);
  const blob = new Blob([content], { type: 'text/plain' });
  const { error } = await person.client.storage.from('task-attachments').upload(path, blob);
  if (error === null) files.set(path, content);
}

/** Another session of the same person, so that this one can continue. */
async function signOutOne(site: Site, { person, endedTokens }: Accepted): Promise<void> {
  const { token } = await personOf(site, person.email);
  const response = await fetch(`${site.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: site.anonKey, authorization: `Bearer ${token}` },
  });
  if (response.ok) endedTokens.add(token);
}

/** Holds that each task and file that was accepted is there, the files to the letter. */
export async function expectKept({ person, titles, files }: Accepted): Promise<void> {
  const { data } = await person.client.from('tasks').select('title').limit(1_000);
  const kept = new Set(data?.map(({ title }) => title));
  expect([...titles].filter((title) => !kept.has(title))).toEqual([]);
  for (const [path, content] of files) {
    const found = await person.client.storage.from('task-attachments').download(path);
    expect(await found.data?.text(), path).toBe(content);
  }
}
