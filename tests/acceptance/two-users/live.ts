import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accepted, cancel, untilEnded } from '../delegation.ts';
import { addTask, type Client, type Person, visitor } from '../person.ts';
import {
  type Asked,
  ask,
  type Caller,
  expectNoDifference,
  keyOf,
  ownerOf,
  SECRET,
  TABLES,
  type TwoUsers,
} from './two-users.ts';

export function testLiveUpdates(opened: () => Promise<TwoUsers>): void {
  let world: TwoUsers;
  let nobody: Client;

  beforeAll(async () => {
    world = await opened();
    nobody = visitor(world.program);
  });
  afterEach(async () => {
    for (const client of [world.ann.client, world.ben.client, nobody]) await client.removeAllChannels();
  });

  /** Joins, or says why not. */
  const join = (channel: RealtimeChannel): Promise<string> =>
    new Promise((resolve) => {
      channel.subscribe((state, error) => resolve(error?.message ?? state));
    });

  /** Everything that is heard by listening to all tables in every way that aims at Ann, and to her topics. */
  async function eavesdrop(client: Client): Promise<object[]> {
    const heard: object[] = [];
    const hear = (message: object): void => void heard.push(message);
    const watch = async (name: string, filters: readonly object[]): Promise<void> => {
      const channel = client.channel(name);
      const wanted = { event: '*', schema: 'public' } as const;
      for (const filter of filters) channel.on('postgres_changes', { ...wanted, ...filter }, hear);
      expect(await join(channel)).toBe('SUBSCRIBED');
    };
    for (const table of TABLES) {
      await watch(`all of ${table}`, [{ table }]);
      const aims = [
        `${ownerOf(table)}=eq.${world.ann.id}`,
        `${keyOf(table)}=eq.${world.rowsOfAnn[table]}`,
        `${keyOf(table)}=neq.${world.rowsOfBen[table]}`,
      ];
      await watch(
        `some of ${table}`,
        aims.map((filter) => ({ table, filter })),
      );
    }
    await watch('all of everything', [{ schema: '*' }]);
    const open = client.channel(`user:${world.ann.id}`).on('broadcast', { event: '*' }, hear);
    expect(await join(open)).toBe('SUBSCRIBED'); // a public topic of that name is another one
    return heard;
  }

  /** What can happen in Ann's life, so that every table changes in every way that it can. */
  async function live({ client, id }: Person): Promise<void> {
    const must = (answer: { error: unknown }): void => expect(answer.error).toBeNull();
    must(
      await client
        .from('profiles')
        .update({ full_name: `Ann ${SECRET}` })
        .eq('id', id),
    );
    must(await client.from('user_settings').update({ answer_language: 'de' }).eq('user_id', id));
    const name = `Project ${SECRET}`;
    const project = await client.from('projects').insert({ name, user_id: id }).select('id').single();
    must(project);
    const task = await addTask(world.ann, `Task ${SECRET}`);
    must(await client.from('tasks').update({ is_completed: true }).eq('id', task));
    const run = await accepted(world.program, world.ann, task);
    await untilEnded(world.ann, run.id);
    const second = await accepted(world.program, world.ann, task);
    await cancel(world.program, world.ann, second.id);
    must(await client.from('tasks').delete().eq('id', task));
    must(await client.rpc('restore', { item_id: task }));
    must(await client.from('tasks').delete().eq('id', task));
    must(await client.from('trash').delete().eq('id', task));
    must(
      await client
        .from('projects')
        .delete()
        .eq('id', project.data?.id ?? ''),
    );
  }

  it('nothing of what Ann does is heard by others, deletions included', async () => {
    const changes: string[] = [];
    const own = world.ann.client.channel('own');
    own.on('postgres_changes', { event: '*', schema: 'public' }, ({ table, eventType }) =>
      changes.push(`${eventType} ${table}`),
    );
    await join(own);
    const texts: object[] = [];
    const topic = world.ann.client.channel(`user:${world.ann.id}`, { config: { private: true } });
    topic.on('broadcast', { event: 'run_text' }, (message) => void texts.push(message));
    await join(topic);
    const [heardByBen, heardByNobody] = [await eavesdrop(world.ben.client), await eavesdrop(nobody)];

    await live(world.ann);
    // Changes are told in order: when Ben hears of this one, he has heard of all that came before.
    await addTask(world.ben, 'Ending the agreement');
    await vi.waitUntil(() => heardByBen.length >= 3);

    expect(new Set(heardByBen.map((change) => Reflect.get(Reflect.get(change, 'new'), 'title')))).toEqual(
      new Set(['Ending the agreement']),
    );
    expect(heardByNobody).toEqual([]);
    // It was not silent: she herself has heard of all of it.
    await vi.waitUntil(() => changes.includes('DELETE projects'));
    expect(texts).not.toEqual([]);
    for (const change of [
      'INSERT tasks',
      'UPDATE tasks',
      'DELETE tasks',
      'INSERT ai_responses',
      'UPDATE profiles',
      'UPDATE user_settings',
    ]) {
      expect(changes).toContain(change);
    }
  });

  describe.each([
    ['a stranger', (): [Client, Caller] => [world.ben.client, world.ben]],
    ['a visitor', (): [Client, Caller] => [nobody, null]],
  ])("Ann's own topic, to %s", (_who, who) => {
    it('is closed, and like that of somebody who does not exist', async () => {
      const [client] = who();
      await expectNoDifference(world.ann.id, async (id) => {
        const channel = client.channel(`user:${id}`, { config: { private: true } });
        const body = await join(channel);
        await client.removeChannel(channel);
        expect(body).toContain('Unauthorized');
        return { status: 0, headers: {}, body };
      });
    });

    it('takes no message', async () => {
      const [, caller] = who();
      const heard: object[] = [];
      const listening = world.ann.client.channel(`user:${world.ann.id}`, { config: { private: true } });
      listening.on('broadcast', { event: '*' }, (message) => void heard.push(message));
      expect(await join(listening)).toBe('SUBSCRIBED');

      const message = { event: 'run_text', payload: { text: 'forged' } };
      for (const isPrivate of [true, false]) {
        await expectNoDifference(world.ann.id, (id) =>
          ask(world.program, caller, '/realtime/v1/api/broadcast', {
            method: 'POST',
            body: { messages: [{ ...message, topic: `user:${id}`, private: isPrivate }] },
          }),
        );
        await expectNoDifference(world.ann.id, (id) =>
          ask(
            world.program,
            caller,
            `/realtime/v1/api/broadcast/user:${id}/events/run_text?private=${isPrivate}`,
            {
              method: 'POST',
              body: message.payload,
            },
          ),
        );
      }
      const run = await accepted(world.program, world.ann, await addTask(world.ann));
      await untilEnded(world.ann, run.id);
      await vi.waitUntil(() => heard.length > 0);
      expect(JSON.stringify(heard)).not.toContain('forged');
    });
  });

  describe.each([
    ['a stranger', (): Caller => world.ben],
    ['a visitor', (): Caller => null],
  ])('the assistant, asked by %s', (_who, caller) => {
    const call = (name: string, body: object): Promise<Asked> =>
      ask(world.program, caller(), `/functions/v1/${name}`, { method: 'POST', body });
    const ofAnn = (table: string): string => world.rowsOfAnn[table] ?? '';

    it('knows no task, project or run of hers', async () => {
      const calls = world.program.calls();
      const status = caller() === null ? 401 : 404;
      const type = { ai_task_type: 'answer' };
      const task_id = await addTask(world.ben);
      const answers = [
        await expectNoDifference(ofAnn('tasks'), (id) => call('delegate', { task_id: id, ...type })),
        await expectNoDifference(ofAnn('projects'), (id) =>
          call('delegate', { task_id, project_id: id, ...type }),
        ),
        await expectNoDifference(ofAnn('ai_runs'), (id) =>
          call('delegate', { task_id, parent_run_id: id, ...type }),
        ),
        await expectNoDifference(ofAnn('ai_runs'), (id) => call('cancel-run', { run_id: id })),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
      expect(world.program.calls()).toBe(calls);
    });
  });
}
