import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { openWebToolWorld, type Ran, WEB_INPUT, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import { createResearchTool } from '../research/tool.ts';
import { createWebSearchTool } from './tool.ts';

let world: WebToolWorld;

beforeAll(async () => {
  world = await openWebToolWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

const CLUB = 'http://motorclub.example/advice/winter';
const REFUSED = [
  'http://192.168.0.1/admin',
  'http://localhost/',
  'http://anna:s3cret@law.example/winter-tyres',
];
const HOSTS = ['192.168.0.1', 'localhost', 'law.example'];

describe.each([
  ['a web search', createWebSearchTool],
  ['a research', createResearchTool],
] as const)('%s', (_name, create) => {
  const run = (model: string, title: string, journal = createMemoryJournal()): Promise<Ran> =>
    world.run(create, model, { input: { task: { ...WEB_INPUT.task, title } }, journal });

  it('reads the page whose address the person has typed, and needs no search for it', async () => {
    const { output, journal } = await run('sim/team-idle', `Summarise ${CLUB}.`);
    expect(world.web.journal.searches()).toEqual([]);
    expect(world.web.journal.pages()).toEqual(['motorclub.example/advice/winter']);
    expect(output.evidence?.sources.map(({ url }) => url)).toEqual([CLUB]);
    expect(journal.lines).toContainEqual({
      key: 'read_page',
      params: { host: 'motorclub.example', title: expect.any(String), quotes: expect.any(Number) },
    });
    expect(output.notices).toEqual([]);
    const [plan] = world.simulator.journal.entries;
    expect(JSON.stringify(plan?.body)).toContain('addresses stand in the task are read first');
  });

  it('reads it before what a search has found', async () => {
    const { journal } = await run('sim/team', `Winter tyres for Bolzano, see ${CLUB}`);
    expect(world.web.journal.searches().length).toBeGreaterThan(0);
    // Several are read at once: the first to be asked for, whichever comes first.
    expect(journal.results.get('read:s1')).toMatchObject({ ok: true, page: { url: CLUB } });
    expect(world.web.journal.pages().filter((at) => at.startsWith('motorclub'))).toHaveLength(1);
  });

  it('asks for none that leads into a private network or holds a password, and says so', async () => {
    const { output, journal } = await run('sim/team-idle', `Compare ${[CLUB, ...REFUSED].join(' ')}`);
    for (const host of HOSTS) {
      expect(journal.lines).toContainEqual({ key: 'page_not_read', params: { host, why: 'forbidden' } });
    }
    expect(output.notices).toEqual([
      {
        key: 'addresses_not_read',
        params: { addresses: ['192.168.0.1/admin', 'localhost', 'law.example/winter-tyres'] },
      },
    ]);
    expect(output.evidence?.unread).toEqual([]);
    expect(JSON.stringify(output)).not.toContain('s3cret');
    expect(world.web.journal.pages()).toEqual(['motorclub.example/advice/winter']);
  });

  it('fails honestly where it is all that there is', async () => {
    const journal = createMemoryJournal();
    await expect(run('sim/team-idle', `Summarise ${REFUSED[0]}`, journal)).rejects.toMatchObject({
      code: 'no_sources',
    });
    expect(journal.lines).toContainEqual({
      key: 'page_not_read',
      params: { host: '192.168.0.1', why: 'forbidden' },
    });
    await expect(run('sim/team-idle', 'Summarise http://gone.example/')).rejects.toMatchObject({
      code: 'no_sources',
    });
  });
});
