import { describe, expect, it } from 'vitest';
import type { RunEventRow } from '#domain/rows/run-row.ts';
import { wordAllSent, wordSent, wordSentBy } from './word-sent.ts';
import { secondsWaited, toTrailSteps, wordStep } from './word-step.ts';

describe('the steps of a run, in words', () => {
  it('list what was sent from the project', () => {
    const params = { title: 'Flat move', tasks: 3, of: 3, description: true };
    expect(wordStep({ key: 'used_project', params })).toBe(
      'Read the project Flat move: description, 3 task titles',
    );
    expect(wordStep({ key: 'used_project', params: { ...params, tasks: 0, of: 0 } })).toBe(
      'Read the project Flat move: description',
    );
    expect(
      wordStep({ key: 'used_project', params: { ...params, tasks: 50, of: 80, description: false } }),
    ).toBe('Read the project Flat move: 50 of 80 task titles');
  });

  it('name the model and the language of a rewrite', () => {
    expect(wordStep({ key: 'asked_model', params: { model: 'a/b' } })).toBe('Asked a/b');
    expect(wordStep({ key: 'rewrote_in_language', params: { language: 'de' } })).toBe(
      'Rewriting it in German',
    );
  });

  it('say if not all unsupported sentences went back', () => {
    const params = { sentences: 20, corrected: 18, cut: 1 };
    const all = 'Sent 20 sentences back to be corrected: 18 rewritten, 1 removed';
    expect(wordStep({ key: 'corrected', params })).toBe(all);
    expect(wordStep({ key: 'corrected', params: { ...params, of: 20 } })).toBe(all);
    expect(wordStep({ key: 'corrected', params: { ...params, of: 30 } })).toBe(
      'Sent the first 20 of 30 unsupported sentences back to be corrected: 18 rewritten, 1 removed',
    );
  });

  it('give the reason of a wait', () => {
    expect(wordStep({ key: 'retrying', params: { code: 'busy', seconds: 1 } })).toBe(
      'The AI service failed. Trying again in 1 second',
    );
    expect(wordStep({ key: 'waiting', params: { code: 'busy', resume_at: null } })).toBe(
      'The AI service is busy',
    );
    expect(wordStep({ key: 'waiting', params: { code: 'busy', resume_at: '2026-11-20T10:05:00Z' } })).toMatch(
      /^The AI service is busy\. Continuing at \d\d:\d\d$/,
    );
    expect(wordStep({ key: 'requeued', params: { resume_at: '2026-11-20T10:05:00Z' } })).toBe(
      'Interrupted. It restarts by itself',
    );
  });

  it('mention a wait only while it lasts', () => {
    const run = { created_at: '2026-11-20T10:00:00Z' };
    const event = (key: string, at: number, params: RunEventRow['params'] = {}): RunEventRow => ({
      ...run,
      run_id: 'r',
      seq: at,
      attempt: 1,
      key,
      params,
      created_at: `2026-11-20T10:00:${at}Z`,
    });
    const asked = event('asked_model', 10, { model: 'a/b' });
    const awaits = event('awaits', 15, { what: 'words', seconds: 5 });
    const texts = (events: RunEventRow[]) => toTrailSteps(run, events).map(({ text }) => text);
    expect(texts([asked, awaits])).toEqual(['Asked a/b', 'Waiting for the model to start…']);
    expect(secondsWaited(awaits, Date.parse('2026-11-20T10:00:50Z'))).toBe(40);
    expect(secondsWaited(asked, Date.parse('2026-11-20T10:00:50Z'))).toBeUndefined();
    const again = event('retrying', 50, { code: 'provider_failed', seconds: 1 });
    const more = event('awaits', 56, { what: 'words', seconds: 5 });
    expect(texts([asked, awaits, again, more])).toEqual([
      'Asked a/b',
      'The AI service failed. Trying again in 1 second',
      'Waiting for the model to start…',
    ]);
    expect(texts([asked, awaits, event('words_came', 58, { seconds: 48 })])).toEqual([
      'Asked a/b',
      'First words after 48 seconds',
    ]);
    expect(wordStep(event('awaits', 1, { what: 'picture', seconds: 5 }))).toBe('Waiting for the image…');
  });

  it('give the share of pixels that were restored', () => {
    expect(wordStep({ key: 'kept_outside', params: { percent: 3.1 } })).toBe(
      'Outside your selection, 3.1 % of pixels had changed and were restored',
    );
  });

  it('distinguish what the model was given', () => {
    expect(wordSent({ key: 'used_previous_answer', params: { characters: 5 } })).toBe('The previous answer');
    expect(wordSent({ key: 'asked_model', params: { model: 'a/b' } })).toBeUndefined();
  });

  it('say how much of the notes was sent', () => {
    const notes = (characters: number) => ({ key: 'used_notes', params: { characters, of: 1200 } });
    expect(wordSent(notes(1200))).toBe('Your notes, 1,200 characters');
    expect(wordSent(notes(500))).toBe('The first 500 of 1,200 characters of your notes');
  });

  it('list what was sent of the person', () => {
    const about = { country: 'CH', currency: 'CHF', units: 'metric', tone: 'formal', characters: 40, of: 40 };
    const sent = (params: object) => wordSent({ key: 'used_about', params: { ...about, ...params } });
    expect(sent({})).toBe(
      'About you: Switzerland, CHF, metric units, formal tone, your facts, 40 characters',
    );
    expect(sent({ country: null, tone: 'of a later version', characters: 10 })).toBe(
      'About you: CHF, metric units, the first 10 of 40 characters of your facts',
    );
    expect(sent({ currency: null, units: null, tone: null, characters: 0, of: 0 })).toBe(
      'About you: Switzerland',
    );
    expect(wordStep({ key: 'used_about', params: about })).toBe('Read what you say about yourself');
  });

  it("name each recipient, what it was sent, and the user's own words", () => {
    const task = { key: 'read_task', params: { title: 'Plan' } };
    const queries = { key: 'planned_search', params: { queries: ['trains'] } };
    const scan = { key: 'read_scan', params: { page: 1, of: 2 } };
    const params = {
      host: 'ai.example',
      models: ['a/b', 'c/d'],
      search: 'Brave Search',
      ocr: 'the AI router',
    };
    const who = { key: 'recipients', params };
    const sent = 'The task: title, category, priority, timeframe';
    expect(wordAllSent([who, queries, task, scan, scan], ['With prices'])).toEqual([
      { to: 'To ai.example, models a/b, c/d:', what: [sent, 'Your words: “With prices”'] },
      { to: 'To Brave Search:', what: ['“trains”'] },
      { to: 'To the AI router:', what: ['Scanned pages, for text recognition'] },
    ]);
    const own = { key: 'recipients', params: { ...params, host: null } };
    expect(wordAllSent([own])).toEqual([
      { to: 'To this server’s own AI service, models a/b, c/d:', what: [] },
    ]);
    // A run from before recipients were recorded.
    expect(wordAllSent([task, queries, scan])).toEqual([
      { what: [sent] },
      { to: 'To the search engine:', what: ['“trains”'] },
    ]);
  });

  it('tell the scanned pages of a file that were shown from the profile of its tables', () => {
    const events = [
      { key: 'read_file', params: { name: 'bank.pdf', size: 9 } },
      { key: 'read_file', params: { name: 'till.png', size: 9 } },
      { key: 'read_picture', params: { name: 'bank.pdf, page 2', rows: 3 } },
      { key: 'read_picture', params: { name: 'till.png', rows: 3 } },
      { key: 'read_tables', params: { tables: 3, rows: 9, columns: 6 } },
    ];
    expect(wordAllSent(events)[0]?.what).toEqual([
      'From the file bank.pdf: its columns, figures about them, a few rows, and the results',
      'The file till.png',
      'The file bank.pdf, page 2',
    ]);
  });

  it('say that a demo sent nothing to anyone', () => {
    const events = [
      { key: 'recipients', params: { host: null, models: ['demo'], search: 'the library', ocr: null } },
      { key: 'read_task', params: { title: 'Plan' } },
      { key: 'planned_search', params: { queries: ['trains'] } },
    ];
    const options = { wish: 'Vegan', instruction: 'With prices' };
    expect(wordSentBy({ is_demo: true, options }, events)).toEqual([{ what: ['Nothing left this server'] }]);
    expect(wordSentBy({ is_demo: false, options }, events)[0]?.what).toEqual(
      expect.arrayContaining(['Your words: “Vegan”', 'Your words: “With prices”']),
    );
  });

  it("give the prompt of a picture, which includes the user's words", () => {
    const params = { model: 'a/b', width: 1, height: 1, prompt: 'A cat, in blue' };
    const who = { host: 'img.example', models: ['a/b'], search: null, ocr: null };
    const events = [
      { key: 'recipients', params: who },
      { key: 'asked_image_model', params },
    ];
    expect(wordAllSent(events, ['In blue'])).toEqual([
      {
        to: 'To img.example, model a/b:',
        what: ['These words, and nothing else from the task: “A cat, in blue”'],
      },
    ]);
  });

  it('tell the brief of a picture from the task that it was written from', () => {
    const params = { model: 'a/b', width: 1, height: 1, prompt: 'A cat, in blue' };
    const who = { host: 'img.example', models: ['a/b'], search: null, ocr: null, brief_host: 'ai.example' };
    const events = [
      { key: 'recipients', params: who },
      { key: 'read_task', params: { title: 'Plan' } },
      { key: 'asked_for_brief', params: { model: 'c/d' } },
      { key: 'wrote_brief', params: { model: 'c/d', brief: 'A cat, in blue' } },
      { key: 'asked_image_model', params },
    ];
    const task = wordSent({ key: 'read_task', params: { title: 'Plan' } });
    const [writer, drawer] = wordAllSent(events, ['In blue']);
    expect(writer).toEqual({ to: 'To ai.example, model c/d:', what: [task, 'Your words: “In blue”'] });
    const brief = 'The brief, and nothing else from the task: “A cat, in blue”';
    expect(drawer).toEqual({ to: 'To img.example, model a/b:', what: [brief] });
    // It was asked for and not written: the image model got the task's own words.
    const failed = wordAllSent(
      events.filter(({ key }) => key !== 'wrote_brief'),
      ['In blue'],
    );
    expect(failed[1]?.what[0]).toContain('These words, and nothing else from the task');
    // A brief by the person was sent to nobody else.
    const own = wordAllSent(
      [events[0], events[1], events[4]].flatMap((each) => each ?? []),
      ['In blue'],
      true,
    );
    expect(own).toEqual([{ to: 'To img.example, model a/b:', what: [brief] }]);
  });

  it('omit states, keys of a newer server, and invalid figures', () => {
    expect(wordStep({ key: 'queued', params: {} })).toBeUndefined();
    expect(wordStep({ key: 'something_new', params: {} })).toBeUndefined();
    expect(wordStep({ key: 'used_project', params: { title: 3 } })).toBeUndefined();
    expect(wordStep({ key: 'constructor', params: {} })).toBeUndefined();
  });
});
