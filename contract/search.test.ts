import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SearchPerson, type SearchWorld, searchWorld } from '#tests/worlds/search-world.ts';

/** `rpc/search` over tasks, answers and projects, through the official client. */

let world: SearchWorld;
let ann: SearchPerson;
let bob: SearchPerson;

beforeAll(async () => {
  world = await searchWorld();
  [ann, bob] = [await world.person(), await world.person()];
});
afterAll(() => world.close());

function clientOf(person: SearchPerson | null, { url, anonKey } = world) {
  return createClient(url, anonKey, {
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false },
    ...(person && { accessToken: async () => person.token }),
  });
}

const hit = z.object({
  kind: z.enum(['task', 'answer', 'project']),
  id: z.string(),
  title: z.string(),
  excerpt: z.string().nullable(),
  task_id: z.string().nullable(),
  run_id: z.string().nullable(),
  project_id: z.string().nullable(),
  is_completed: z.boolean().nullable(),
  created_at: z.string(),
});

async function search(query: string, person = ann, at = world) {
  const { data, error } = await clientOf(person, at).rpc('search', { query });
  expect(error).toBeNull();
  return z.array(hit).parse(data);
}

const titles = async (query: string, person = ann, at = world) =>
  (await search(query, person, at)).map(({ title }) => title);

async function add(title: string, more: object = {}): Promise<string> {
  const { data } = await clientOf(ann)
    .from('tasks')
    .insert({ title, ...more })
    .select('id')
    .single()
    .throwOnError();
  return z.object({ id: z.string() }).parse(data).id;
}

async function addProject(name: string, description: string): Promise<string> {
  const row = { name, description };
  const { data } = await clientOf(ann).from('projects').insert(row).select('id').single().throwOnError();
  return z.object({ id: z.string() }).parse(data).id;
}

describe('a search', () => {
  it('finds tasks, answers and projects, each with what is needed to open it', async () => {
    const project = await addProject('Removal firm', 'Everything about the lorry and its driver.');
    const task = await add('Book a lorry', { project_id: project });
    const answer = await world.answer(ann, 'Which licence', 'A lorry up to 3.5 t may be driven by anybody.');
    expect(await search('lorry')).toMatchObject([
      { kind: 'task', id: task, task_id: task, project_id: project, is_completed: false, excerpt: null },
      {
        kind: 'answer',
        id: answer.id,
        task_id: answer.taskId,
        title: 'Which licence',
        run_id: expect.any(String),
        excerpt: 'A lorry up to 3.5 t may be driven by anybody.',
      },
      { kind: 'project', id: project, title: 'Removal firm', excerpt: expect.stringContaining('lorry') },
    ]);
  });

  it('finds a task by its notes, with an excerpt, and puts a match in a title first', async () => {
    const long = `${'Ask about the lift. '.repeat(20)}Bring the *marquetry* samples.`;
    const noted = await add('Call the joiner', { notes: long });
    const titled = await add('Marquetry course');
    expect(await search('marquetry')).toMatchObject([
      { id: titled, excerpt: null },
      {
        id: noted,
        title: 'Call the joiner',
        excerpt: expect.stringMatching(/^….*\*marquetry\* samples\.$/s),
      },
    ]);
    const chinese = await add('Bank', { notes: '明日銀行に電話する' });
    expect((await search('銀行')).map(({ id }) => id)).toContain(chinese);
    await clientOf(ann).from('tasks').update({ notes: '' }).eq('id', noted).throwOnError();
    expect(await titles('marquetry')).toEqual(['Marquetry course']);
  });

  it.each([
    ['the beginnings of words, in any order', 'insur hom'],
    ['other case', 'HOME Contents'],
    ['words without their accents', 'creme'],
    ['words with accents that were written without', 'insùrance'],
    ['a part of a word with a hyphen', 'risk'],
    ['the whole of it', 'all-risk'],
    ['a number with a point', '3.5'],
    ['quotes of the typographic kind', '“contents'],
    ['an address without its path', 'example.com'],
  ])('finds by %s', async (_what, query) => {
    const title = 'Compare “home contents” insurance, all-risk, crème 3.5 https://example.com/a/b';
    await add(title);
    expect(await titles(query)).toContain(title);
    expect(await titles(`${query} platypus`)).toEqual([]);
  });

  it.each([
    ['Chinese', '给银行打电话问地址', '银行'],
    ['Thai', 'โทรหาธนาคารพรุ่งนี้', 'ธนาคาร'],
    ['Japanese', '明日銀行に電話する', '電話'],
  ])('finds words in the middle of a text without spaces: %s', async (_language, title, query) => {
    const id = await add(title);
    const answer = await world.answer(ann, `${_language} answer`, `……${'前'.repeat(100)}${title}`);
    const found = await search(query);
    expect(found.map((one) => one.id)).toEqual(expect.arrayContaining([id, answer.id]));
    expect(found.find((one) => one.id === answer.id)?.excerpt).toMatch(new RegExp(`^….*${query}`));
    expect(await search(`${query} 没有`)).toEqual([]);
  });

  it('takes signs for signs, whatever they mean to the database', async () => {
    await add('100% _ sure\\ <b>bold</b> & "quoted"');
    for (const query of [
      "'",
      "a' | b:*",
      '%',
      '_',
      '\\',
      '100%',
      '<b>',
      '&!()|:*',
      '银%行',
      '(',
      '[a',
      '{1}',
      '*+?',
    ]) {
      const { error } = await clientOf(ann).rpc('search', { query });
      expect(error, query).toBeNull();
    }
    expect(await titles('bold sure')).toEqual(['100% _ sure\\ <b>bold</b> & "quoted"']);
    expect(await titles('行%')).toEqual([]);
    expect(await search('  !? ')).toEqual([]);
    expect(await search('')).toEqual([]);
  });

  it('shows an answer around its first match, and says where it begins in the middle', async () => {
    const content = `# Heading\n\n${'padding words of no meaning '.repeat(200)}the Zürich quagga ${'and more '.repeat(200)}`;
    await world.answer(ann, 'An animal', content);
    for (const query of ['quagga', 'zurich', 'QUAG']) {
      const [found] = await search(query);
      expect(found?.excerpt, query).toMatch(/^…\S.{0,60}Zürich quagga/);
      expect(found?.excerpt?.length).toBeLessThanOrEqual(302);
    }
  });

  it('puts open tasks before completed ones, whole words before beginnings, and the newest first', async () => {
    for (const title of ['An aardvark, older', 'Aardvarks', 'An aardvark, done', 'An aardvark, newer']) {
      await add(title, { is_completed: title.endsWith('done') });
    }
    expect(await titles('aardvark')).toEqual([
      'An aardvark, newer',
      'An aardvark, older',
      'Aardvarks',
      'An aardvark, done',
    ]);
  });

  it('shows 20 of a kind at most', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ title: `Wombat ${index}` }));
    await clientOf(ann).from('tasks').insert(rows).throwOnError();
    expect(await titles('wombat')).toHaveLength(20);
  });

  it('finds a word of many tasks in the newest, and any other word in all of them', async () => {
    // Beside others, a person's statement has half a second on the embedded database, also on a very busy machine.
    const alone = await searchWorld();
    const person = await alone.person();
    const client = clientOf(person, alone);
    const foundBy = (query: string) => titles(query, person, alone);
    const older = ['The numbat', 'Capybaras and the bilby'].map((title) => ({ title }));
    await client.from('tasks').insert(older).throwOnError();
    const many = Array.from({ length: 1000 }, (_, index) => ({ title: `Capybara ${index}` }));
    await client.from('tasks').insert(many).throwOnError();
    await client.from('projects').insert({ name: 'Home of the capybara' }).throwOnError();

    expect(await foundBy('numbat')).toEqual(['The numbat']);
    expect(await foundBy('bilby')).toEqual(['Capybaras and the bilby']);
    const found = await foundBy('capyba');
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('Home of the capybara');
    expect(found.slice(0, -1)).toEqual(Array(20).fill(expect.stringMatching(/^Capybara \d+$/)));
    await alone.close();
  });

  it('follows what is changed, deleted and restored', async () => {
    const id = await add('Feed the okapi');
    await clientOf(ann).from('tasks').update({ title: 'Feed the tapir' }).eq('id', id).throwOnError();
    expect([await titles('okapi'), await titles('tapir')]).toEqual([[], ['Feed the tapir']]);
    await clientOf(ann).from('tasks').delete().eq('id', id).throwOnError();
    expect(await titles('tapir')).toEqual([]);
    await clientOf(ann).rpc('restore', { item_id: id }).throwOnError();
    expect(await titles('tapir')).toEqual(['Feed the tapir']);
  });

  it('refuses more than 200 characters with a sentence', async () => {
    expect((await clientOf(ann).rpc('search', { query: 'ä'.repeat(200) })).error).toBeNull();
    const { error, status } = await clientOf(ann).rpc('search', { query: 'a'.repeat(201) });
    expect({ status, message: error?.message }).toEqual({
      status: 400,
      message: 'A search may have 200 characters at most.',
    });
  });

  it('reads an answer as long as a model can write', async () => {
    const content = `${'word '.repeat(19_990)}numbat ${'x'.repeat(3000)} ${'tail '.repeat(50_000)}`;
    const { id } = await world.answer(ann, 'Long', content);
    expect(await search('numbat')).toMatchObject([{ id }]);
  });
});

describe('nobody', () => {
  it("finds anything of anybody else's", async () => {
    const secret = 'xylophone';
    await add(`Task ${secret}`);
    await addProject(`Project ${secret}`, secret);
    await world.answer(ann, `Answer ${secret}`, secret);
    expect(await search(secret)).toHaveLength(4);
    expect(await search(secret, bob)).toEqual([]);
    expect(await search('银行', bob)).toEqual([]);
    const { data } = await clientOf(bob).from('search_words').select().throwOnError();
    expect(data).toEqual([]);
  });

  it('may search without a sign-in', async () => {
    const { error, status } = await clientOf(null).rpc('search', { query: 'a' });
    expect([status, error?.code]).toEqual([401, '42501']);
  });

  it('can call the functions behind it by name', async () => {
    for (const name of ['read_search', 'excerpt', 'words_of']) {
      const { error } = await clientOf(ann).rpc(name, { query: 'a' });
      expect(error?.code, name).toBe('PGRST202');
    }
  });
});
