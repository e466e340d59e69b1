import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PageError } from '#server/providers/page-reader/page-reader.ts';
import { createSearxngSearch } from '#server/providers/search/searxng.ts';
import { PLANTED } from '#simulators/web/hostile-pages.ts';
import { startWebSimulator } from '#simulators/web/start-web-simulator.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { type Given, openWebToolWorld, type Ran, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import type { Effects } from '../../engine/effects.ts';
import { createWebSearchTool } from './tool.ts';

let world: WebToolWorld;

beforeAll(async () => {
  world = await openWebToolWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

const search = (model: string, given?: Given): Promise<Ran> => world.run(createWebSearchTool, model, given);

/** Models of which one says each note that it is shown again, as it is told to. */
function rewordingAs(again: (said: string) => string): Effects['textModel'] {
  const { textModel } = world.effects('sim/team-but-writer-in-de');
  return {
    ...textModel,
    async complete(request, options) {
      if (request.shape?.name !== 'rewording') return textModel.complete(request, options);
      const plain = { ...request, shape: undefined };
      const result = await textModel.complete(plain, options);
      const notes = (request.messages.at(-1)?.content ?? '').matchAll(/^\[(c\d+)\] (.*)$/gm);
      const claims = [...notes].map(([, id, said = '']) => ({ id, text: again(said) }));
      return { ...result, text: JSON.stringify({ claims }) };
    },
  };
}

describe('a web search', () => {
  it('answers with links, what each says, and the words in which it stands there', async () => {
    const { output, journal } = await search('sim/team');
    expect(output.content).toContain(
      'In Austria winter tyres are required from 1 November to 15 April whenever the road is wintry.[1]',
    );
    expect(output.content).toContain(
      '1. **[Winter tyres: the law in Austria](http://law.example/winter-tyres)**, 1 Oct 2026',
    );
    expect(output.content).toContain('> “Winter tyres need a tread of at least 4 mm.”');
    expect(output.content).not.toContain('[?]');
    const { evidence } = output;
    expect(evidence?.sources.length).toBeGreaterThanOrEqual(4);
    expect(evidence?.sources[0]).toMatchObject({
      n: 1,
      url: 'http://law.example/winter-tyres',
      host: 'law.example',
      date: '2026-10-01',
      quotes: [
        { text: expect.stringContaining('From 1 November'), around: expect.stringContaining('4 mm') },
        expect.anything(),
      ],
    });
    expect(evidence?.unverified).toEqual([]);
    expect(journal.lines.map(({ key }) => key).slice(0, 3)).toEqual([
      'read_task',
      'used_project',
      'planned_search',
    ]);
    expect(journal.lines).toContainEqual({
      key: 'read_page',
      params: { host: 'law.example', title: 'Winter tyres: the law in Austria', quotes: 2 },
    });
    expect(journal.lines.at(-2)).toMatchObject({ key: 'checked_answer', params: { unverified: 0 } });
  });

  it('asks once for what a reader has noted in another language, and takes what its quote bears out', async () => {
    const asked = (text: (said: string) => string) =>
      search('sim/team-but-writer-in-de', {
        input: { language: 'de' },
        effects: { textModel: rewordingAs(text) },
      });
    const numbers = (said: string): string => said.match(/\d+/g)?.join(', ') ?? 'keine Zahl';
    const right = await asked((said) => `Auf dieser Seite steht für die Fahrt nach Bozen: ${numbers(said)}.`);
    expect(right.output.notices).toEqual([]);
    expect(right.output.content).toMatch(/Auf dieser Seite steht für die Fahrt nach Bozen: \d/);
    expect(right.journal.results.has('reword')).toBe(true);
    expect(right.journal.lines).toContainEqual({ key: 'rewrote_in_language', params: { language: 'de' } });

    const swapped = await asked(() => 'Auf dieser Seite steht für die Fahrt nach Bozen: 977.');
    expect(swapped.output.content).not.toContain('977');
    expect(swapped.output.notices).toContainEqual({ key: 'other_language', params: { language: 'de' } });
  });

  it.each(['sim/team', 'sim/team-but-writer-in-de'])(
    'says so where what the pages say is told in another language even then (%s)',
    async (model) => {
      const { output, journal } = await search(model, { input: { language: 'de' } });
      expect(output.notices).toContainEqual({ key: 'other_language', params: { language: 'de' } });
      expect(journal.results.has('reword')).toBe(true);
    },
  );

  it('says nothing of it, and asks for nothing again, where all is in the language', async () => {
    const { output, journal } = await search('sim/team');
    expect(output.notices).toEqual([]);
    expect(journal.results.has('reword')).toBe(false);
  });

  it('asks for what the plan names and the search has found, and for nothing else', async () => {
    await search('sim/team-obeying');
    expect(world.web.journal.searches().toSorted()).toEqual(
      [
        'A22 Brenner winter tyres chains required',
        'Winterausrüstung Südtirol Strafe',
        'winter tyres law Austria',
      ].toSorted(),
    );
    expect(world.web.journal.pages().filter((at) => at.startsWith('collector'))).toEqual([]);
    expect(new Set(world.web.journal.pages()).size).toBe(world.web.journal.pages().length);
  });

  it('keeps apart who plans, who reads and who writes', async () => {
    await search('sim/team-obeying');
    const said = (entries: readonly { body: unknown }[]): string =>
      JSON.stringify(entries.map(({ body }) => body));
    expect(world.asked('claims').length).toBeGreaterThan(4);
    expect(said(world.asked('claims'))).not.toMatch(/MARKER-7731|Berta|Buy presents|Christmas/);
    expect(said(world.asked('search_plan'))).toContain('MARKER-7731');
    expect(said(world.asked('search_plan'))).not.toContain('wintry conditions');
    expect(said(world.asked(undefined))).not.toMatch(/IGNORE ALL PREVIOUS|slush/);
  });
});

describe('a follow-up', () => {
  const followUp = async (instruction: string, model: string): Promise<{ first: Ran; second: Ran }> => {
    const first = await search('sim/team');
    world.clear();
    const input = {
      instruction,
      previousAnswer: `${first.output.content} FOREIGN-4412`,
      earlierSources: first.output.evidence?.sources ?? [],
    };
    return { first, second: await search(model, { input }) };
  };

  it('that wants another form reads the kept sources again, and neither searches nor fetches', async () => {
    const { first, second } = await followUp('Shorter', 'sim/team-idle');
    expect(world.web.journal.searches()).toEqual([]);
    expect(world.web.journal.pages()).toEqual([]);
    const urls = ({ output }: Ran) => output.evidence?.sources.map(({ url }) => url);
    expect(urls(second)).toEqual(urls(first));
    expect(second.output.content).toContain('required from 1 November to 15 April');
    expect(second.output.evidence?.unverified).toEqual([]);
    const keys = second.journal.lines.map(({ key }) => key);
    expect(keys).toContain('kept_sources');
    expect(keys).not.toContain('planned_search');
  });

  it('that asks for more searches too, and asks for no page a second time', async () => {
    const { first } = await followUp('With the fines', 'sim/team');
    expect(world.web.journal.searches()).toHaveLength(3);
    const kept = first.output.evidence?.sources.slice(0, 6).map(({ url }) => new URL(url).host) ?? [];
    expect(kept.length).toBeGreaterThan(3);
    expect(world.web.journal.pages().join(' ')).not.toContain('law.example/winter-tyres');
  });

  it('shows what was written from foreign pages to whoever writes, and never to whoever searches', async () => {
    await followUp('With the fines', 'sim/team');
    const said = (form: string | undefined) => JSON.stringify(world.asked(form).map(({ body }) => body));
    expect(said('search_plan')).toContain('With the fines');
    expect(said('search_plan')).not.toMatch(/FOREIGN-4412|1 November/);
    expect(said('claims')).not.toContain('FOREIGN-4412');
    expect(said(undefined)).toContain('FOREIGN-4412');
  });
});

describe('what is not so is not shown', () => {
  it('claims that a reader makes up, or that a page orders', async () => {
    for (const vice of ['inventing', 'obeying']) {
      const { output } = await search(`sim/team-${vice}`);
      expect(output.content).not.toMatch(/certified workshop|free of charge/);
      expect(output.content).not.toContain(PLANTED);
      const quotes = output.evidence?.sources.flatMap((source) => source.quotes.map(({ text }) => text));
      expect(JSON.stringify(quotes)).not.toContain(PLANTED);
      expect(output.evidence?.sources.length).toBeGreaterThan(3);
    }
  });

  it('a number that the writer has changed is marked, and named', async () => {
    const { output } = await search('sim/team-swapping');
    expect(output.content).toContain('required from 2 November to 15 April whenever the road is wintry. [?]');
    expect(output.evidence?.unverified).toEqual([expect.stringContaining('from 2 November')]);
  });

  it('has code compute what follows from figures of the quotes', async () => {
    const { output } = await search('sim/team-computing');
    expect(output.content).toMatch(/The fine on the motorway is 46 euros higher\.\[\d\]\[\d\]/);
    expect(output.notices).toEqual([{ key: 'sentences_left_out', params: { count: 1 } }]);
  });

  it('what the writer says without a source is counted', async () => {
    expect((await search('sim/team-musing')).output.evidence?.unsourced).toBe(1);
    expect((await search('sim/team')).output.evidence?.unsourced).toBe(0);
  });

  it('a citation of nothing is marked', async () => {
    const { output } = await search('sim/team-miscounting');
    expect(output.content).not.toContain('c999');
    expect(output.evidence?.unverified).toHaveLength(1);
  });

  it('an address that the writer brings in leads nowhere', async () => {
    const { output } = await search('sim/team-linking');
    expect(output.content).not.toContain('collector');
    expect(output.content).not.toContain('<img');
  });
});

describe('when something fails', () => {
  const ofKind = (code: string) => expect.objectContaining({ code });

  it('a page that cannot be read is left out, and said', async () => {
    const { journal } = await search('sim/team', {
      effects: {
        pages: {
          ...world.pages,
          read: (url, options) =>
            world.pages.read(url.includes('law.example') ? 'http://law.example/gone' : url, options),
        },
      },
    });
    expect(journal.lines).toContainEqual({
      key: 'page_not_read',
      params: { host: 'law.example', why: 'status' },
    });
  });

  it('a search that finds nothing ends honestly', async () => {
    const empty = await startWebSimulator({ pages: [] });
    await expect(
      search('sim/team', { effects: { search: createSearxngSearch({ url: empty.url }) } }),
    ).rejects.toEqual(ofKind('no_sources'));
    await empty.close();
  });

  it('one whose pages are all away does not say that there is nothing', async () => {
    const read = async (): Promise<never> => {
      throw new PageError('unreachable', 'away');
    };
    const effects = { pages: { ...world.pages, read } };
    await expect(search('sim/team', { effects })).rejects.toEqual(ofKind('pages_away'));
  });

  it('an engine that fails is the failure of the run', async () => {
    const faulty = await startWebSimulator({ search: 'fails' });
    await expect(
      search('sim/team', { effects: { search: createSearxngSearch({ url: faulty.url }) } }),
    ).rejects.toEqual(ofKind('search_failed'));
    expect(faulty.journal.searches()).toHaveLength(12);
    await faulty.close();
  });

  it('one that asks for an hour of patience gives the run back', async () => {
    const faulty = await startWebSimulator({ search: 'refuses' });
    await expect(
      search('sim/team', { effects: { search: createSearxngSearch({ url: faulty.url }) } }),
    ).rejects.toMatchObject({ kind: 'rate', retryable: true, retryAfter: 3600 });
    await faulty.close();
  });

  it.each([
    ['sim/team-but-planner-fail-500', { kind: 'upstream', retryable: false }, 4],
    ['sim/team-but-planner-garbage', { kind: 'protocol', retryable: false }, 4],
    ['sim/team-but-planner-fast', { kind: 'protocol', retryable: false }, 4],
    ['sim/team-but-planner-fail-402', { kind: 'payment', retryable: false }, 1],
    ['sim/team-but-planner-fail-429-retry-60', { kind: 'rate', retryable: true }, 1],
  ])('%s ends the run after so many calls', async (model, failure, calls) => {
    await expect(search(model)).rejects.toMatchObject(failure);
    expect(world.simulator.journal.entries).toHaveLength(calls);
  });

  it.each([
    ['cut', 'incomplete_answer'],
    ['fail-500', 'provider_failed'],
    ['garbage', 'provider_failed'],
    ['refused', 'refused'],
    ['empty', 'empty_answer'],
  ])('a reader that does %s with every page is the failure of the run: %s', async (fault, code) => {
    await expect(search(`sim/team-but-reader-${fault}`)).rejects.toEqual(ofKind(code));
  });

  it('a writer that fails ends the run, with its kind', async () => {
    await expect(search('sim/team-but-writer-cut')).rejects.toMatchObject({
      kind: 'truncated',
      retryable: false,
    });
  });
});

describe('a run that is taken up again', () => {
  it('does nothing twice that is on record, wherever it was broken off', async () => {
    const whole = await search('sim/team');
    const asked = world.simulator.journal.entries.length;
    const steps = [...whole.journal.results.keys()];
    for (const [at, step] of steps.entries()) {
      world.simulator.journal.clear();
      const journal = createMemoryJournal();
      await journal.read('web_search/9');
      for (const known of steps.slice(0, at + 1))
        journal.results.set(known, whole.journal.results.get(known));
      const { output } = await search('sim/team', { journal });
      expect(output.content, `after ${step}`).toBe(whole.output.content);
      const done = steps.slice(0, at + 1).filter((name) => !/^(search|read):/.test(name)).length;
      expect(world.simulator.journal.entries.length, `after ${step}`).toBe(asked - done);
    }
  });

  it('begins anew where another version of the tool has written the journal', async () => {
    const journal = createMemoryJournal();
    await journal.read('web_search/0');
    journal.results.set('plan', { ok: false, why: 'an older form' });
    const { output } = await search('sim/team', { journal });
    expect(output.content).toContain('law.example');
  });
});

it('stops at once when it is told to, with everything that is under way', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const running = search('sim/team-but-reader-silent', { context: { signal: stop.signal } });
  await expect.poll(() => world.asked('claims').length, { timeout: 5_000 }).toBe(4);
  stop.abort(reason);
  await expect(running).rejects.toBe(reason);
  await expect.poll(() => world.asked('claims').every(({ end }) => end === 'aborted')).toBe(true);
});

it('writes what it has when the means for gathering are used up', async () => {
  let left = 600_000;
  const journal = createMemoryJournal();
  const record = journal.record.bind(journal);
  journal.record = async (entry) => {
    await record(entry);
    if (entry.step === 'claims:s1') left = 60_000;
  };
  const { output } = await search('sim/team', { journal, context: { timeLeft: () => left } });
  expect(output.evidence?.sources.length).toBeGreaterThan(0);
  expect(journal.lines).toContainEqual({
    key: 'page_not_read',
    params: { host: expect.any(String), why: 'time' },
  });
});
