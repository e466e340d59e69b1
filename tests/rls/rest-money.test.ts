import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type MatrixWorld, matrixWorld, publicTables, randomId } from './matrix-world.ts';

let world: MatrixWorld;

beforeAll(async () => {
  world = await matrixWorld();
});
afterAll(() => world.close());

const codeOf = ({ text }: Answer): unknown => (text === '' ? null : JSON.parse(text).code);
const profile = async () =>
  (await world.database.query('select * from public.profiles where id = $1', [world.ann.id]))[0];

describe('a token of a user', () => {
  it('changes no column of a profile but the name, in whatever way it asks', async () => {
    const table = (await publicTables(world.database)).find(({ name }) => name === 'profiles');
    const mine = await profile();
    const closed = table?.columns.filter((column) => column !== 'full_name') ?? [];
    expect(closed).toEqual(expect.arrayContaining(['credits_used', 'credits_limit', 'subscription_tier']));
    for (const column of closed) {
      const value = { [column]: mine?.[column] };
      const answers = [
        await world.send('ann', 'PATCH', `/profiles?id=eq.${world.ann.id}`, value),
        await world.send('ann', 'PATCH', `/profiles?id=not.is.null&columns=${column}`, {
          ...value,
          full_name: 'x',
        }),
        await world.send('ann', 'PATCH', `/profiles?id=eq.${world.ann.id}`, { full_name: 'x', ...value }),
        await world.send(
          'ann',
          'POST',
          '/profiles',
          { id: world.ann.id, ...value },
          'resolution=merge-duplicates',
        ),
        await world.send('ann', 'POST', `/profiles?columns=id,${column}`, [{ id: world.ann.id, ...value }]),
      ];
      expect(answers.map(codeOf), column).toEqual(answers.map(() => '42501'));
    }
    expect(await profile()).toEqual(mine);
  });

  it('makes no profile, no consent, no answer and no credits', async () => {
    const forged: Record<string, object> = {
      profiles: { id: randomId(), subscription_tier: 'pro', credits_limit: 9999 },
      user_consent: { user_id: world.ann.id, terms_accepted: true, terms_version: '1.0' },
      ai_responses: { user_id: world.ann.id, content: 'forged', model_used: 'me' },
      ai_runs: { user_id: world.ann.id, ai_task_type: 'answer' },
      credit_grants: { user_id: world.ann.id, kind: 'pack', amount: 500, source: 'me', source_ref: 'me' },
      credit_entries: { user_id: world.ann.id, kind: 'refund', amount: 1, reason: 'me' },
    };
    for (const [table, row] of Object.entries(forged)) {
      expect(codeOf(await world.send('ann', 'POST', `/${table}`, row)), table).toBe('42501');
      expect(codeOf(await world.send('guest', 'POST', `/${table}`, [row, row])), table).toBe('42501');
    }
  });

  it('marks no task as delegated', async () => {
    expect(codeOf(await world.send('ann', 'PATCH', '/tasks?id=not.is.null', { ai_assisted: true }))).toBe(
      '42501',
    );
    expect(codeOf(await world.send('ann', 'POST', '/tasks', { title: 'x', ai_assisted: true }))).toBe(
      '42501',
    );
  });

  it('rewrites no history', async () => {
    for (const table of ['credit_grants', 'credit_entries', 'user_consent', 'ai_run_events']) {
      for (const who of ['ann', 'service'] as const) {
        expect(codeOf(await world.send(who, 'DELETE', `/${table}?user_id=not.is.null`)), table).toBe('42501');
      }
    }
  });
});

describe('a reference to a row of another', () => {
  it('fails in the same words as one to no row', async () => {
    const [project] = await world.database.query<{ id: string }>(
      'select id from public.projects where user_id = $1',
      [world.ann.id],
    );
    const hers = project?.id ?? '';
    const nobodys = randomId();
    const attempts = [
      (id: string) => world.send('bob', 'POST', '/tasks', { title: 'x', project_id: id }),
      (id: string) =>
        world.send('bob', 'POST', '/tasks', [{ title: 'x', project_id: id }], 'return=representation'),
      (id: string) => world.send('bob', 'PATCH', '/tasks?id=not.is.null', { project_id: id }),
    ];
    for (const attempt of attempts) {
      const [foreign, missing] = [await attempt(hers), await attempt(nobodys)];
      expect(foreign.status).toBe(409);
      expect(foreign.text.replaceAll(hers, 'ID')).toBe(missing.text.replaceAll(nobodys, 'ID'));
    }
  });
});

describe('functions', () => {
  /** Every function that a token may call. Each needs a test of two users, below or beside what it does. */
  const CALLABLE = [
    'credit_history',
    'credits_left',
    'end_session',
    'list_sessions',
    'missed_changes',
    'pending_counts',
    'pending_in_order',
    'pending_window',
    'place_tasks',
    'restore',
    'search',
    'set_marketing_consent',
  ];

  it('that tokens may call are these', async () => {
    const rows = await world.database.query<{ name: string }>(
      `select distinct p.proname::text as name from pg_proc p cross join pg_roles r
       where p.pronamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated', 'service_role')
         and has_function_privilege(r.oid, p.oid, 'execute')`,
    );
    expect(rows.map(({ name }) => name)).toEqual(CALLABLE);
  });

  it('restore brings back nothing of another, and does not say that it is there', async () => {
    const [item] = await world.database.query<{ id: string }>(
      'select id from public.trash where user_id = $1',
      [world.ann.id],
    );
    const hers = item?.id ?? '';
    const nobodys = randomId();
    for (const who of ['bob', 'guest', 'anon', 'service'] as const) {
      const [foreign, missing] = [
        await world.send(who, 'POST', '/rpc/restore', { item_id: hers }),
        await world.send(who, 'POST', '/rpc/restore', { item_id: nobodys }),
      ];
      expect(foreign.status).toBe({ bob: 404, guest: 404, anon: 401, service: 403 }[who]);
      expect(foreign).toEqual(missing);
    }
    expect(await world.database.query('select from public.trash where id = $1', [hers])).toHaveLength(1);
    expect(await world.send('ann', 'POST', '/rpc/restore', { item_id: hers })).toEqual({
      status: 200,
      text: '"task"',
    });
  });
});
