import { describe, expect, it } from 'vitest';
import { toolInput } from '#tests/worlds/tool-attempt.ts';
import { cleanQuery } from './clean-query.ts';
import { privateWords, withoutPrivateWords } from './private-words.ts';

/** The planner's query after sanitising, given the project's description and the task. */
function asked(query: string, description: string, title = 'Find a notary'): string | null {
  const input = toolInput({
    task: { title, notes: '', category: 'personal', priority: 'high', timeframe: 'today' },
    project: { title: 'House', description, category: 'project', taskTitles: [] },
  });
  return cleanQuery(query, privateWords(input));
}

describe('removes numbers of the project from queries', () => {
  it.each([
    ['We have saved 85,000 EUR.', 'loan 85,000 EUR Vienna'],
    ['We have saved 85,000 EUR.', 'loan 85.000 EUR Vienna'],
    ['We have saved 85,000 EUR.', 'loan 85 000 EUR Vienna'],
    ['We have saved 85,000 EUR.', 'loan 85’000.00 EUR Vienna'],
    ['We have saved 85,000 EUR.', 'loan (85000) EUR Vienna'],
    ['We have saved 85000 EUR.', 'loan ٨٥٬٠٠٠ EUR Vienna'],
    ['Saved: ८५,०००', 'loan 85,000 EUR Vienna'],
    ['We have saved €85,000.50.', 'loan 85000 EUR Vienna'],
    ['In 2026 85000 are due.', 'loan 85,000 EUR Vienna'],
    ['2 rooms, 85 000 EUR', 'loan 85,000 EUR Vienna'],
  ])('%s: %s', (description, query) => {
    expect(asked(query, description)).toBe('loan EUR Vienna');
  });

  it.each([
    ['Sort code 12-34-56.', 'bank 12-34-56 branch'],
    ['Sort code 12-34-56.', 'bank 123456 branch'],
    ['Sort code 12-34-56.', 'bank 12 34 56 branch'],
    ['Sort code 123456.', 'bank 12–34–56 branch'],
    ['Account DE12 3456 7890.', 'bank 3456-7890 branch'],
    ['Her door: MARKER-7731.', 'bank marker-7731 branch'],
    ['Key a1b2c3d4.', 'bank A1B2C3D4 branch'],
  ])('%s: %s', (description, query) => {
    expect(asked(query, description)).toBe('bank branch');
  });

  it('and those of the notes, which the title does not name', () => {
    const task = { ...toolInput().task, title: 'Flight OS 4512', notes: 'OS 4512, booking 778812' };
    expect(cleanQuery('flight 4512 booking 778812', privateWords(toolInput({ task })))).toBe(
      'flight 4512 booking',
    );
  });

  it('and from questions to readers', () => {
    expect(withoutPrivateWords('Is 85.000 enough\nfor a flat?', new Set(['85000']))).toBe(
      'Is enough for a flat?',
    );
  });
});

describe('keeps', () => {
  it('numbers that the task itself names, in any grouping', () => {
    expect(asked('loan 85 000 EUR', 'We have saved 85,000 EUR.', 'A loan of 85000 EUR')).toBe(
      'loan 85 000 EUR',
    );
  });

  it('years, ranges of years, and small numbers', () => {
    const project = 'Season 2025-2026, 3 rooms, 120 m2.';
    expect(asked('season 2025/2026 flat 120 m2', project)).toBe('season 2025/2026 flat 120 m2');
  });

  it('another number that contains the same digits', () => {
    expect(asked('loan 185,000 EUR or 850,001', 'We have saved 85,000 EUR.')).toBe(
      'loan 185,000 EUR or 850,001',
    );
  });
});
