import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callFunction } from '../delegation.ts';
import { addTask } from '../person.ts';
import {
  type Asked,
  ask,
  type Caller,
  expectNoDifference,
  type Question,
  SECRET,
  type TwoUsers,
} from './two-users.ts';

export function testFiles(opened: () => Promise<TwoUsers>): void {
  const BUCKET = 'task-attachments';
  const CONTENT = `a,b\n${SECRET},1\n`;
  let world: TwoUsers;
  /** The part of the name that only Ann knows. */
  let part: string;
  /** A signed link of hers, from the root of the site. */
  let link: string;

  beforeAll(async () => {
    world = await opened();
    part = await upload(CONTENT);
    const signed = await files().createSignedUrl(nameOf(part), 600);
    link = z.string().parse(signed.data?.signedUrl).slice(world.program.url.length);
  });

  const files = () => world.ann.client.storage.from(BUCKET);
  /** A name in Ann's folder, in the form that the bucket demands. */
  const nameOf = (id: string, owner = world.ann.id): string => `${owner}/${id}.csv`;

  async function upload(content: string): Promise<string> {
    const id = randomUUID();
    const { error } = await files().upload(nameOf(id), Buffer.from(content), { contentType: 'text/csv' });
    expect(error).toBeNull();
    return id;
  }

  const refused = (answer: Asked): void => expect(answer.status, answer.body).toBeGreaterThanOrEqual(400);

  describe.each([
    ['A stranger with an account', (): Caller => world.ben],
    ['A visitor', (): Caller => null],
  ])('%s', (_who, caller) => {
    const storage = (path: string, question?: Question): Promise<Asked> =>
      ask(world.program, caller(), `/storage/v1/object${path}`, question);

    it.each(['', '/authenticated', '/public', '/info', '/info/authenticated'])(
      'finds no file of hers under /object%s',
      async (door) => {
        for (const method of ['GET', 'HEAD']) {
          refused(
            await expectNoDifference(part, (id) => storage(`${door}/${BUCKET}/${nameOf(id)}`, { method })),
          );
        }
      },
    );

    it('gets no link to it, alone or among others', async () => {
      const sign = (path: string, body: object) =>
        storage(`/sign/${BUCKET}${path}`, { method: 'POST', body });
      refused(await expectNoDifference(part, (id) => sign(`/${nameOf(id)}`, { expiresIn: 60 })));
      const many = await expectNoDifference(part, (id) => sign('', { expiresIn: 60, paths: [nameOf(id)] }));
      expect(many.body).not.toContain('token=');
    });

    it('sees an empty folder', async () => {
      for (const bucket of [BUCKET, 'ai-outputs']) {
        const list = (prefix: string) => storage(`/list/${bucket}`, { method: 'POST', body: { prefix } });
        const answer = await expectNoDifference(world.ann.id, list);
        expect(answer).toMatchObject({ status: 200, body: '[]' });
        expect((await list('')).body).not.toContain(world.ann.id);
      }
    });

    it('writes nothing into her folder, over a file of hers or beside it', async () => {
      for (const method of ['POST', 'PUT']) {
        for (const upsert of ['true', 'false']) {
          const question = { method, body: 'x,y\n', headers: { 'x-upsert': upsert } };
          refused(await expectNoDifference(part, (id) => storage(`/${BUCKET}/${nameOf(id)}`, question)));
        }
      }
      for (const upsert of ['true', 'false']) {
        const question = { method: 'POST', body: {}, headers: { 'x-upsert': upsert } };
        refused(
          await expectNoDifference(part, (id) => storage(`/upload/sign/${BUCKET}/${nameOf(id)}`, question)),
        );
      }
    });

    it('moves and copies nothing of hers', async () => {
      for (const act of ['/move', '/copy']) {
        const destinationKey = nameOf(randomUUID(), world.ben.id);
        const take = (id: string) => ({ bucketId: BUCKET, sourceKey: nameOf(id), destinationKey });
        refused(await expectNoDifference(part, (id) => storage(act, { method: 'POST', body: take(id) })));
      }
    });

    it('removes nothing of hers', async () => {
      const question = { method: 'DELETE' };
      refused(await expectNoDifference(part, (id) => storage(`/${BUCKET}/${nameOf(id)}`, question)));
      const many = await expectNoDifference(part, (id) =>
        storage(`/${BUCKET}`, { ...question, body: { prefixes: [nameOf(id)] } }),
      );
      if (caller() === null) refused(many);
      else expect(many).toMatchObject({ status: 200, body: '[]' });
    });

    it('opens with a link of hers that one file, and neither another nor the door to write', async () => {
      const opened = await ask(world.program, caller(), link);
      expect(opened).toMatchObject({ status: 200, body: CONTENT }); // a link is for whoever holds it
      const other = await upload('another');
      refused(await ask(world.program, caller(), link.replace(part, other)));
      refused(
        await ask(world.program, caller(), link.replace('/sign/', '/upload/sign/'), {
          method: 'PUT',
          body: 'x',
        }),
      );
      refused(await ask(world.program, caller(), `${link.slice(0, -4)}AAAA`));
    });
  });

  it('a stranger puts nothing of his own in its place', async () => {
    const mine = nameOf(randomUUID(), world.ben.id);
    const bens = world.ben.client.storage.from(BUCKET);
    expect((await bens.upload(mine, Buffer.from('mine'), { contentType: 'text/csv' })).error).toBeNull();
    for (const act of ['/move', '/copy']) {
      const give = (id: string) => ({ bucketId: BUCKET, sourceKey: mine, destinationKey: nameOf(id) });
      const question = (id: string) => ({ method: 'POST', body: give(id), headers: { 'x-upsert': 'true' } });
      refused(
        await expectNoDifference(part, (id) =>
          ask(world.program, world.ben, `/storage/v1/object${act}`, question(id)),
        ),
      );
    }
  });

  it('a stranger cannot hand her file to the assistant', async () => {
    const calls = world.program.calls();
    for (const type of ['answer', 'data_analysis', 'doc_summary']) {
      const task = await addTask(world.ben);
      const answer = await expectNoDifference(part, async (id) => {
        const body = { task_id: task, ai_task_type: type, attachments: [nameOf(id)] };
        const { status, body: told } = await callFunction(world.program, 'delegate', world.ben, body);
        return { status, headers: {}, body: JSON.stringify(told) };
      });
      refused(answer);
    }
    expect(world.program.calls()).toBe(calls);
  });

  it('and Ann finds her file as it was', async () => {
    const { data } = await files().download(nameOf(part));
    expect(await data?.text()).toBe(CONTENT);
  });
}
