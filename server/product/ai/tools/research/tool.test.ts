import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PageError } from '#server/providers/page-reader/page-reader.ts';
import { SearchError } from '#server/providers/search/search.ts';
import { createSearxngSearch } from '#server/providers/search/searxng.ts';
import { RESEARCH_PLAN } from '#simulators/ai/scripts/team.ts';
import { PLANTED } from '#simulators/web/hostile-pages.ts';
import { article } from '#simulators/web/page.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { type Given, openWebToolWorld, type Ran, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import type { Effects } from '../../engine/effects.ts';
import type { Claim } from '../../evidence/claim.ts';
import { createResearchTool } from './tool.ts';

let world: WebToolWorld;

beforeAll(async () => {
  world = await openWebToolWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

const research = (model: string, given?: Given): Promise<Ran> => world.run(createResearchTool, model, given);
const ofCode = (code: string) => expect.objectContaining({ code });

describe('a research', () => {
  it('shows its plan, searches on for what is open, and reports with every claim cited', async () => {
    const { output, journal } = await research('sim/team');
    const { evidence } = output;
    expect(output.content).toMatch(
      /required from 1 November to 15 April whenever the road is wintry\.\[\d\]/,
    );
    expect(output.content).not.toContain('[?]');
    expect(output.content).toContain('\n\n---\n\n1. [');
    expect(evidence?.sources.map(({ n }) => n)).toEqual(evidence?.sources.map((_source, at) => at + 1));
    expect(evidence?.open).toEqual(['Whether the hire car has alpine tyres']);
    expect(output.notices).toEqual([{ key: 'points_open', params: { open: 1, of: 5 } }]);
    for (const { quotes } of evidence?.sources ?? []) {
      for (const quote of quotes) expect(quote.around).toContain(quote.text);
    }
    expect(journal.lines.filter(({ key }) => key === 'planned_question')).toHaveLength(3);
    expect(journal.lines).toContainEqual({ key: 'found_gaps', params: { open: 1, of: 5 } });
    expect(world.web.journal.searches()).toContain('hire car alpine tyres fitted on request');
  });

  it('writes as specified for what people read: temperature 0.3, 4000 tokens and room for thinking', async () => {
    await research('sim/team');
    const [write] = world.asked(undefined);
    expect(write?.request).toMatchObject({ temperature: 0.3, max_tokens: 4000 + 3000 });
  });

  it('keeps apart who plans, who reads and who writes', async () => {
    await research('sim/team-obeying');
    const said = (form: string | undefined): string =>
      JSON.stringify(world.asked(form).map(({ body }) => body));
    expect(said('claims')).not.toMatch(/MARKER-7731|Berta|Buy presents/);
    expect(said('research_plan')).toContain('MARKER-7731');
    // Other queries are planned from what is open, and not from what was read.
    expect(said('more_queries')).not.toMatch(/wintry|slush|87 euros|IGNORE/);
    expect(said(undefined)).not.toMatch(/IGNORE ALL PREVIOUS|slush/);
    expect(world.web.journal.pages().filter((at) => at.startsWith('collector'))).toEqual([]);
  });

  it('that follows another one up reads the kept sources again, and shows the old report to its writer alone', async () => {
    const first = await research('sim/team');
    world.clear();
    const input = {
      instruction: 'Shorter',
      previousAnswer: `${first.output.content} FOREIGN-4412`,
      earlierSources: first.output.evidence?.sources ?? [],
    };
    const { output } = await research('sim/team-idle', { input });
    expect(world.web.journal.searches()).toEqual([]);
    expect(world.web.journal.pages()).toEqual([]);
    expect(output.content).toContain('required from 1 November to 15 April');
    expect(output.evidence?.unverified).toEqual([]);
    const said = (form: string | undefined) => JSON.stringify(world.asked(form).map(({ body }) => body));
    expect(said('research_plan')).toContain('Shorter');
    expect(said('research_plan')).not.toMatch(/FOREIGN-4412|1 November/);
    expect(said(undefined)).toContain('FOREIGN-4412');
  });

  it('that only puts an earlier one otherwise reads all of its sources again, however many', async () => {
    const [source] = (await research('sim/team')).output.evidence?.sources ?? [];
    if (!source) throw new Error('the first research has no source');
    world.clear();
    const earlierSources = Array.from({ length: 13 }, (_source, at) => ({
      ...source,
      n: at + 1,
      url: `https://law.example/${at + 1}`,
    }));
    const { journal } = await research('sim/team-idle', {
      input: { instruction: 'Shorter', earlierSources },
    });
    expect(world.asked('claims')).toHaveLength(13);
    expect(journal.lines).toContainEqual({ key: 'kept_sources', params: { count: 13 } });
  });

  it.each(['swapping', 'miscounting'])('marks what a %s writer says without support', async (vice) => {
    const { output } = await research(`sim/team-${vice}`);
    expect(output.evidence?.unverified).toHaveLength(1);
    expect(output.content.match(/\[\?\]/g)).toHaveLength(1);
  });

  it('counts what its writer says without a source', async () => {
    expect((await research('sim/team-musing')).output.evidence?.unsourced).toBe(1);
    expect((await research('sim/team')).output.evidence?.unsourced).toBe(0);
  });

  it.each(['inventing', 'obeying'])('shows nothing of what a %s reader claims', async (vice) => {
    const { output } = await research(`sim/team-${vice}`);
    expect(output.content).not.toMatch(new RegExp(`certified workshop|free of charge|${PLANTED}`));
  });

  it('has code compute what follows from figures of the quotes, and shows no figure that it can’t', async () => {
    const { output } = await research('sim/team-computing');
    expect(output.content).toMatch(/The fine on the motorway is 46 euros higher\.\[\d\]\[\d\]/);
    expect(output.content).not.toMatch(/\{\{|in all|\[\?\]/);
    expect(output.notices).toContainEqual({ key: 'sentences_left_out', params: { count: 1 } });
  });

  it('leads nowhere but to what was read', async () => {
    const { output } = await research('sim/team-linking');
    expect(output.content).not.toMatch(/collector|<img/);
    const links = [...output.content.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]);
    expect(new Set(links)).toEqual(new Set(output.evidence?.sources.map(({ url }) => url)));
  });
});

/** A plan of two questions with one point each, and a reader that says which claims answer `m1` and of no other what it answers. */
function readingForOnePoint(): Effects['textModel'] {
  const { textModel } = world.effects('sim/team');
  const said = (value: unknown) => ({ text: JSON.stringify(value) });
  return {
    ...textModel,
    async complete(request, options) {
      const result = await textModel.complete(request, options);
      if (request.shape?.name === 'research_plan') {
        const [law, brenner] = RESEARCH_PLAN.questions;
        const questions = [law, brenner].map((question) => ({
          ...question,
          points: question.points.slice(0, 1),
        }));
        return { ...result, ...said({ ...RESEARCH_PLAN, questions }) };
      }
      if (request.shape?.name !== 'claims') return result;
      const noted: { claims: Pick<Claim, 'text' | 'quote' | 'answers'>[] } = JSON.parse(result.text);
      const claims = noted.claims.map((claim) => ({
        ...claim,
        answers: claim.answers.filter((id) => id === 'm1'),
      }));
      return { ...result, ...said({ ...noted, claims }) };
    },
  };
}

it('takes a reader at its word that a page answers no point, even where it was found for a single one', async () => {
  const { output } = await research('sim/team', { effects: { textModel: readingForOnePoint() } });
  expect(output.notices).toContainEqual({ key: 'points_open', params: { open: 1, of: 2 } });
  expect(output.evidence?.open).toEqual(['What is required on the A22']);
});

describe('a name on a page', () => {
  const NORDREIF = article({
    at: 'nordreif.example/braking',
    title: 'Nordreif: braking on snow',
    text: '<p>In the Nordreif winter test the braking distance on snow grows by 12 metres when the tread falls from 8 mm to 4 mm.</p>',
  });
  const NAMING = article({
    at: 'law.example/winter-tyres',
    title:
      'Winter tyres law Austria, A22 Brenner, Winterausrüstung Südtirol, chains required, Strafe, hire car',
    text: `<p>Winter tyres need a tread of at least 4 mm. The reason stands in the Nordreif winter test.</p>
<p>From 1 November to 15 April a car may be driven in wintry conditions only with winter tyres on all four wheels.</p>
<p>winter tyres or chains carried on board are required from 15 November to 15 April, whatever the weather</p>
<p>The fine for driving without them starts at 87 euros.</p>`,
  });

  it('is searched for, and what it leads to is cited', async () => {
    const led = await openWebToolWorld({ web: { pages: [NAMING, { ...NORDREIF, unlisted: true }] } });
    const searxng = createSearxngSearch({ url: led.web.url });
    const found = { url: `http://${NORDREIF.at}`, title: NORDREIF.title, excerpt: '' };
    const search: Effects['search'] = {
      ...searxng,
      async search(query, options) {
        const answer = await searxng.search(query, options);
        return query.words.startsWith('Nordreif') ? { ...answer, hits: [found] } : answer;
      },
    };
    const { output, journal } = await led.run(createResearchTool, 'sim/team', { effects: { search } });
    await led.close();
    expect(journal.lines).toContainEqual({
      key: 'followed_leads',
      params: { names: ['Nordreif winter test'] },
    });
    expect(output.evidence?.sources.map(({ host }) => host)).toContain('nordreif.example');
    // Who plans freely is shown no name of a page, and who is shown some plans nothing.
    const said = (form: string) => JSON.stringify(led.asked(form).map(({ body }) => body));
    expect(said('leads')).toContain('Nordreif');
    expect(said('leads')).not.toMatch(/MARKER-7731|Berta|87 euros/);
    expect(said('more_queries')).not.toContain('[l1]');
  });
});

describe('an honest end', () => {
  it('where fewer than half of the points can be answered', async () => {
    const only = {
      effects: {
        pages: {
          ...world.pages,
          read: (url: string, options: Parameters<typeof world.pages.read>[1]) =>
            world.pages.read(url.includes('motorclub') ? url : 'http://law.example/gone', options),
        },
      },
    };
    await expect(research('sim/team', only)).rejects.toEqual(ofCode('no_sources'));
  });

  it.each([
    ['hits', 'upstream', 'search_failed'],
    ['hits', 'rate', 'search_failed'],
    ['page', 'unreachable', 'pages_away'],
    ['page', 'slow', 'pages_away'],
    ['page', 'robots', 'no_sources'],
  ] as const)('where so little was found because %s could not be had (%s): %s', async (of, why, code) => {
    const { search, pages } = world.effects('sim/team');
    if (search === null || pages === null) throw new Error('the world has no web');
    const effects: Partial<Effects> = {
      search: {
        ...search,
        async search(query, options) {
          if (of === 'hits' && query.words !== 'winter tyres law Austria')
            throw new SearchError(why, 'the engine is away', { retryable: false });
          return search.search(query, options);
        },
      },
      pages: {
        ...pages,
        async read(url, options) {
          if (of === 'page' ? !url.includes('motorclub') : !url.includes('law.example'))
            throw of === 'page' ? new PageError(why, 'away') : new PageError('robots', 'closed');
          return pages.read(url, options);
        },
      },
    };
    await expect(research('sim/team', { effects })).rejects.toEqual(ofCode(code));
  });

  it('where the writer cites nothing that was read', async () => {
    await expect(research('sim/team-but-writer-fast')).rejects.toEqual(ofCode('no_sources'));
  });

  it.each([
    ['planner-garbage', { kind: 'protocol', retryable: false }],
    ['planner-fail-402', { kind: 'payment', retryable: false }],
    ['reader-fail-401', { kind: 'auth', retryable: false }],
    ['writer-cut', { kind: 'truncated', retryable: false }],
    ['writer-fail-429-retry-60', { kind: 'rate', retryable: true, retryAfter: 60 }],
  ])('where a %s', async (fault, failure) => {
    await expect(research(`sim/team-but-${fault}`)).rejects.toMatchObject(failure);
  });
});

it('writes in time what it has: the rest stays open, and is named', async () => {
  let left = 1_800_000;
  const journal = createMemoryJournal();
  const record = journal.record.bind(journal);
  journal.record = async (entry) => {
    await record(entry);
    // Only the time for writing is left once five pages are noted.
    if ([...journal.results.keys()].filter((step) => step.startsWith('claims:')).length >= 5) left = 200_000;
  };
  const { output } = await research('sim/team', { journal, context: { timeLeft: () => left } });
  expect(world.asked('more_queries')).toEqual([]);
  expect(output.evidence?.open.length).toBeGreaterThan(0);
  expect(journal.lines).toContainEqual({
    key: 'page_not_read',
    params: { host: expect.any(String), why: 'time' },
  });
});

it('taken up again anywhere, does nothing twice that is on record', async () => {
  const whole = await research('sim/team');
  const asked = world.simulator.journal.entries.length;
  const steps = [...whole.journal.results.keys()];
  for (const at of [0, 4, 9, Math.floor(steps.length / 2), steps.length - 2, steps.length - 1]) {
    world.clear();
    const journal = createMemoryJournal();
    await journal.read('research/12');
    const known = steps.slice(0, at + 1);
    for (const step of known) journal.results.set(step, whole.journal.results.get(step));
    const { output } = await research('sim/team', { journal });
    expect(output.content, `after ${known.at(-1)}`).toBe(whole.output.content);
    const done = known.filter((step) => !/^(search|read):/.test(step)).length;
    expect(world.simulator.journal.entries.length, `after ${known.at(-1)}`).toBe(asked - done);
  }
});
