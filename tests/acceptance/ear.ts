import { expect } from 'vitest';
import type { Person } from './person.ts';

/** Listens to a person's new tasks, as the app does. */
export interface Ear {
  readonly heard: readonly unknown[];
  /** Milliseconds of each break, from when the client noticed it until it was subscribed again. */
  readonly breaks: readonly number[];
}

export async function listen({ client, token }: Person): Promise<Ear> {
  const heard: unknown[] = [];
  const breaks: number[] = [];
  let brokenAt: number | null = null;
  await client.realtime.setAuth(token);
  const changes = { event: 'INSERT', schema: 'public', table: 'tasks' } as const;
  const channel = client.channel('list').on('postgres_changes', changes, ({ new: row }) => {
    heard.push(row['title']);
  });
  await new Promise<void>((resolve) => {
    channel.subscribe((state) => {
      if (state !== 'SUBSCRIBED') return void (brokenAt ??= performance.now());
      if (brokenAt !== null) breaks.push(Math.round(performance.now() - brokenAt));
      brokenAt = null;
      resolve();
    });
  });
  return { heard, breaks };
}

/** Holds that it hears what `add` adds now. */
export async function expectHears(
  { heard }: Ear,
  title: string,
  add: (title: string) => Promise<unknown>,
): Promise<void> {
  await add(title);
  await expect.poll(() => heard).toContain(title);
}
