import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '#tests/long-run.ts';
import { addTask } from '../person.ts';
import {
  type Asked,
  ask,
  type Caller,
  expectNoDifference,
  keyOf,
  ownerOf,
  type Question,
  SECRET,
  TABLES,
  type TwoUsers,
} from './two-users.ts';

/** A row that the table would take from its owner, or from the program. */
const ROWS: Readonly<Record<string, object>> = {
  account_exports: { path: 'x/export.zip' },
  ai_responses: { content: 'x', model_used: 'x' },
  ai_run_events: { seq: 99, attempt: 1, key: 'queued' },
  ai_runs: { ai_task_type: 'answer' },
  credit_entries: { kind: 'revoke', amount: -1, reason: 'x' },
  credit_grants: { kind: 'welcome', amount: 15, source: 'x', source_ref: 'x' },
  profiles: { full_name: 'Somebody' },
  projects: { name: 'Something' },
  purchases: {
    item: 'pack_500',
    amount_cents: 6900,
    currency: 'eur',
    is_test: true,
    payment_ref: 'pi_x',
    paid_at: '2026-11-20T10:00:00Z',
  },
  result_mails: { email: 'x@example.org' },
  search_words: { kind: 'task', words: 'something' },
  subscriptions: {
    item: 'pro_yearly',
    status: 'active',
    is_test: true,
    account: 'local',
    subscription_ref: 'sub_x',
    price_ref: 'price_x',
  },
  task_files: {
    bucket: 'task-attachments',
    path: 'x/y.pdf',
    name: 'y.pdf',
    type: 'application/pdf',
    size: 1,
  },
  tasks: { title: 'Something' },
  trash: { kind: 'task', title: 'Something' },
  user_consent: { terms_accepted: true, terms_version: '1.0' },
  user_settings: { answer_language: 'de', about_facts: 'Taken' },
};
/** What its owner may change in it, or at least something that exists. */
const CHANGES: Readonly<Record<string, object>> = {
  account_exports: { path: 'taken' },
  ai_responses: { content: 'x' },
  ai_run_events: { key: 'x' },
  ai_runs: { status: 'failed' },
  credit_entries: { amount: 1 },
  credit_grants: { amount: 1 },
  profiles: { full_name: 'Taken' },
  projects: { name: 'Taken' },
  purchases: { refunded_cents: 6900 },
  result_mails: { status: 'sent' },
  subscriptions: { status: 'ended' },
  task_files: { name: 'Taken' },
  tasks: { title: 'Taken' },
  trash: { title: 'Taken' },
  user_consent: { marketing_accepted: true },
  user_settings: { answer_language: 'de', about_facts: 'Taken' },
};
const REPRESENTATION = { prefer: 'return=representation' };
const MERGE = { prefer: 'return=representation,resolution=merge-duplicates' };
const COUNTED = { prefer: 'return=representation,count=exact' };
/** A plain write asks nothing of the policies for reading; the others are refused by these, too. */
type Headers = Question['headers'];
const PLAIN: Headers = {};
const INSERTS: readonly Headers[] = [REPRESENTATION, MERGE];
const UPDATES: readonly Headers[] = [REPRESENTATION, COUNTED];
/** A plain one, and in a short run one of the others to every other table, by turns. */
const writes = (others: readonly Headers[], turn: number): readonly Headers[] => [
  PLAIN,
  ...someOf(others, 2 * others.length, turn),
];

export function testRows(opened: () => Promise<TwoUsers>): void {
  let world: TwoUsers;
  let before: unknown;

  beforeAll(async () => {
    world = await opened();
    before = await allOfAnn();
  });

  /** Everything that Ann sees of her own. */
  async function allOfAnn(): Promise<unknown> {
    const { program, ann } = world;
    return Promise.all(
      TABLES.map(async (table) => [
        table,
        (await ask(program, ann, `/rest/v1/${table}?order=${keyOf(table)}`)).body,
      ]),
    );
  }

  it('every table is asked about', () => {
    expect(TABLES.length).toBeGreaterThan(10);
    expect(Object.keys(ROWS)).toEqual(TABLES.toSorted((a, b) => a.localeCompare(b)));
  });

  describe.each([
    ['a stranger with an account', (): Caller => world.ben, 0],
    ['a visitor', (): Caller => null, 1],
  ])('to %s', (_who, caller, first) => {
    const rest = (path: string, question?: Question): Promise<Asked> =>
      ask(world.program, caller(), `/rest/v1/${path}`, question);
    const ofAnn = (table: string): string => world.rowsOfAnn[table] ?? '';

    describe.each(TABLES)('%s of Ann', (table) => {
      const key = keyOf(table);
      const owner = ownerOf(table);
      const turn = first + TABLES.indexOf(table);

      it('are not there to be read, counted or embedded', async () => {
        const all = await rest(`${table}?limit=1000`);
        expect(all.body).not.toContain(SECRET);
        expect(all.body).not.toContain(world.ann.id);
        for (const query of [
          (id: string) => `${table}?${key}=eq.${id}`,
          (id: string) => `${table}?${key}=in.(${id})&select=${key}`,
          (id: string) => `${table}?or=(${key}.eq.${id},and(${key}.eq.${id}))`,
          (id: string) => `${table}?${key}=not.neq.${id}&order=${key}`,
        ]) {
          const answer = await expectNoDifference(ofAnn(table), (id) => rest(query(id)));
          if (answer.status === 200) expect(answer.body).toBe('[]');
        }
        await expectNoDifference(world.ann.id, (id) => rest(`${table}?${owner}=eq.${id}`));
        for (const prefer of ['count=exact', 'count=planned', 'count=estimated']) {
          const question = { method: 'HEAD', headers: { prefer } };
          await expectNoDifference(ofAnn(table), (id) => rest(`${table}?${key}=eq.${id}`, question));
        }
      });

      it('cannot be added in her name, nor under an id of hers', async () => {
        const row = ROWS[table] ?? {};
        for (const headers of writes(INSERTS, turn)) {
          const add = (body: object, query = '') =>
            rest(`${table}${query}`, { method: 'POST', body, headers });
          const inHerName = await expectNoDifference(world.ann.id, (id) => add({ ...row, [owner]: id }));
          expect(inHerName.status).toBeGreaterThanOrEqual(400);
          const mine = { ...row, [owner]: world.ben.id };
          const underHerId = await expectNoDifference(ofAnn(table), (id) => add({ ...mine, [key]: id }));
          expect(underHerId.status).toBeGreaterThanOrEqual(400);
          await expectNoDifference(ofAnn(table), (id) => add({ ...mine, [key]: id }, `?on_conflict=${key}`));
        }
      });

      it('cannot be changed, taken or removed', async () => {
        for (const headers of writes(UPDATES, turn)) {
          for (const body of [CHANGES[table], { [owner]: world.ben.id }]) {
            const question = { method: 'PATCH', body, headers };
            await expectNoDifference(ofAnn(table), (id) => rest(`${table}?${key}=eq.${id}`, question));
            await expectNoDifference(world.ann.id, (id) => rest(`${table}?${owner}=eq.${id}`, question));
          }
          const question = { method: 'DELETE', headers };
          await expectNoDifference(ofAnn(table), (id) => rest(`${table}?${key}=eq.${id}`, question));
          await expectNoDifference(world.ann.id, (id) => rest(`${table}?${owner}=eq.${id}`, question));
        }
      });
    });

    it('nothing of Ann can be restored', async () => {
      const answer = await expectNoDifference(ofAnn('trash'), (id) =>
        rest('rpc/restore', { method: 'POST', body: { item_id: id } }),
      );
      expect(answer.status).toBeGreaterThanOrEqual(400);
    });
  });

  describe('a stranger', () => {
    const rest = (path: string, question?: Question): Promise<Asked> =>
      ask(world.program, world.ben, `/rest/v1/${path}`, question);

    it('hands nothing over to Ann', async () => {
      for (const table of TABLES) {
        const mine = `${table}?${keyOf(table)}=eq.${world.rowsOfBen[table]}`;
        const body = (id: string) => ({ [ownerOf(table)]: id });
        const answer = await expectNoDifference(world.ann.id, (id) =>
          rest(mine, { method: 'PATCH', body: body(id), headers: REPRESENTATION }),
        );
        expect(answer.status, table).toBe(403);
      }
    });

    it.each([
      ['a new task to her project', 'projects', (id: string) => ({ project_id: id, title: 'Mine' })],
      ['a new task to her mark', 'tasks', (id: string) => ({ client_id: id, title: 'Mine' })],
    ])('cannot tie %s', async (_what, table, body) => {
      const answers = await expectNoDifference(world.rowsOfAnn[table] ?? '', (id) =>
        rest('tasks?select=title', {
          method: 'POST',
          body: { ...body(id), user_id: world.ben.id },
          headers: REPRESENTATION,
        }),
      );
      expect(answers.status).toBe(table === 'projects' ? 409 : 201);
    });

    it('cannot move a task of his own into her project', async () => {
      const mine = `tasks?id=eq.${await addTask(world.ben)}`;
      const answer = await expectNoDifference(world.rowsOfAnn['projects'] ?? '', (id) =>
        rest(mine, { method: 'PATCH', body: { project_id: id }, headers: REPRESENTATION }),
      );
      expect(answer.status).toBe(409);
    });

    it('reaches nothing of hers along the foreign keys of his own rows', async () => {
      const embeds = [
        'tasks?select=*,projects(*),ai_runs(*),ai_responses(*)',
        'projects?select=*,tasks(*),ai_runs(*)',
        'ai_runs?select=*,tasks(*,projects(*)),ai_responses(*),ai_run_events(*)',
        'credit_grants?select=*,credit_entries(*)',
      ];
      for (const embed of embeds) {
        const { status, body } = await rest(embed);
        expect(status, body).toBe(200);
        expect(body).toContain(world.ben.id);
        expect(body).not.toContain(world.ann.id);
        expect(body).not.toContain(SECRET);
      }
      await expectNoDifference(world.rowsOfAnn['tasks'] ?? '', (id) =>
        rest(`projects?select=name,tasks!inner(title)&tasks.id=eq.${id}`),
      );
    });
  });

  it('and Ann finds everything as it was', async () => {
    expect(await allOfAnn()).toEqual(before);
  });
}
