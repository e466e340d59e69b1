import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDates } from '#web/lib/dates/read-dates.ts';
import { shortName } from './find-project.ts';
import { readQuickAdd } from './read-quick-add.ts';

const projects = new Map([
  ['p1', 'Flat move'],
  ['p2', 'Überraschung für Jonas'],
]);

// A Wednesday.
const now = new Date(2026, 10, 25, 14, 0);

const read = (text: string, plain: string[] = []) => {
  const { title, tokens } = readQuickAdd(text, projects, new Set(plain), readDates(text, now).dates);
  return [title, Object.fromEntries(tokens.map(({ kind, value }) => [kind, value]))];
};

describe('readQuickAdd', () => {
  it('recognises each word', () => {
    expect(read('Call the bank about the new address tomorrow !high #personal +flat')).toEqual([
      'Call the bank about the new address',
      { timeframe: 'tomorrow', priority: 'high', category: 'personal', project: 'p1' },
    ]);
  });

  it('accepts words anywhere and in capitals', () => {
    expect(read('!! Next  Weekend: no, NEXT WEEKEND paint the hall')).toEqual([
      'Next Weekend: no, paint the hall',
      { priority: 'urgent', timeframe: 'next_weekend' },
    ]);
  });

  it('takes the last word of a kind and leaves earlier ones in the title', () => {
    expect(read('Write today about tomorrow')).toEqual(['Write today about', { timeframe: 'tomorrow' }]);
  });

  it('ignores parts of other words', () => {
    expect(read('Read tomorrow’s paper, pay C# course, 3+flat, high!')).toEqual([
      'Read tomorrow’s paper, pay C# course, 3+flat, high!',
      {},
    ]);
  });

  it('finds a project by a prefix of its name, ignoring hyphens and accents', () => {
    expect(read('Boxes +flat-mo')).toEqual(['Boxes', { project: 'p1' }]);
    expect(read('Cake +über')).toEqual(['Cake', { project: 'p2' }]);
    expect(read('Call +43 1234 and +nothing')).toEqual(['Call +43 1234 and +nothing', {}]);
  });

  it('finds names of several words, quoted or not, and takes the longest', () => {
    const names = new Map([
      ['short', 'Flat'],
      ['long', 'Flat move'],
      ['odd', 'a+b (2026) ?'],
    ]);
    const said = (text: string) => {
      const { title, tokens } = readQuickAdd(text, names);
      return [title, tokens[0]?.value];
    };
    expect(said('Boxes +flat  MOVE for Jonas')).toEqual(['Boxes for Jonas', 'long']);
    expect(said('Boxes +"Flat move" tape')).toEqual(['Boxes tape', 'long']);
    expect(said('Boxes +flat moves')).toEqual(['Boxes moves', 'short']);
    expect(said('Count +a+b (2026) ? twice')).toEqual(['Count twice', 'odd']);
  });

  it('removes the preposition before a time, and a final full stop', () => {
    expect(read('Finish the report by tomorrow')).toEqual(['Finish the report', { timeframe: 'tomorrow' }]);
    expect(read('Table for two, due this weekend.')).toEqual([
      'Table for two',
      { timeframe: 'next_weekend' },
    ]);
    expect(read('Is the rent due today? Ask Jo')).toEqual(['Is the rent? Ask Jo', { timeframe: 'today' }]);
  });

  it.each([
    ['Call mum tomorrow, please', 'Call mum, please', 'tomorrow'],
    ['Tomorrow, please call mum', 'please call mum', 'tomorrow'],
    ['Buy milk, tomorrow, at the market', 'Buy milk, at the market', 'tomorrow'],
    ['Buy milk tomorrow!', 'Buy milk!', 'tomorrow'],
    ['Call tomorrow: ask for Jo', 'Call: ask for Jo', 'tomorrow'],
    ['Write to mum (and call her tonight)', 'Write to mum (and call her)', 'today'],
    ['Ask Jo tomorrow. Then call', 'Ask Jo. Then call', 'tomorrow'],
    ['Paint the hall on the weekend', 'Paint the hall', 'next_weekend'],
    ['Paint the hall this weekend', 'Paint the hall', 'next_weekend'],
    ['Paint the hall over the weekend, with Jo', 'Paint the hall, with Jo', 'next_weekend'],
    ['Call the tax office next week', 'Call the tax office', 'future'],
  ])('removes recognised words and leaves a clean title: %s', (text, title, timeframe) => {
    expect(read(text)).toEqual([title, { timeframe }]);
  });

  it('knows the lowest priority by its label, and a mark after any punctuation', () => {
    expect(read('Sort photos !nice to')).toEqual(['Sort photos', { priority: 'nice_to' }]);
    expect(read('!nice_to sort photos')).toEqual(['sort photos', { priority: 'nice_to' }]);
    expect(read('Sort photos #personal, !low; all')).toEqual([
      'Sort photos; all',
      { category: 'personal', priority: 'low' },
    ]);
    expect(read('Help!!! Now !!!')).toEqual(['Help!!! Now !!!', {}]);
    expect(read('The weekend trip, tomorrows: plan')).toEqual(['The weekend trip, tomorrows: plan', {}]);
  });

  it('finds a project after # too, unless that is a category', () => {
    expect(read('Boxes #flat')).toEqual(['Boxes', { project: 'p1' }]);
    expect(read('Boxes #Flat move, tape')).toEqual(['Boxes, tape', { project: 'p1' }]);
    expect(read('Boxes +flat-move, tape')).toEqual(['Boxes, tape', { project: 'p1' }]);
    const { tokens } = readQuickAdd('Plan #work', new Map([['w', 'Workshop']]));
    expect(tokens).toMatchObject([{ kind: 'category', value: 'work' }]);
  });

  it('ignores unknown tags, quoted words and possessives', () => {
    const text = 'Read today’s report, today\'s mail and "tomorrow" #taxes #workshop !important';
    expect(read(text)).toEqual([text, {}]);
  });

  it('offers a short word as an example, which finds its project', () => {
    const name = shortName(new Map([['w', 'Work things'], ['b', 'Weihnachtsgeschenke'], ...projects]));
    expect(name).toBe('flat');
    expect(read(`Boxes #${name}`)).toEqual(['Boxes', { project: 'p1' }]);
    expect(shortName(new Map())).toBeUndefined();
  });

  it('reads right-to-left languages the same way', () => {
    expect(read('اتصل بالبنك tomorrow !urgent #work')).toEqual([
      'اتصل بالبنك',
      { timeframe: 'tomorrow', priority: 'urgent', category: 'work' },
    ]);
  });

  it.each([
    ['Call Jo on Friday !high', 'Call Jo', { date: '2026-11-27', priority: 'high' }],
    ['Dentist 12 Dec 10:30', 'Dentist 10:30', { date: '2026-12-12' }],
    ['Tidy up tomorrow, on Friday at the latest', 'Tidy up tomorrow, at the latest', { date: '2026-11-27' }],
    ['Report from Friday due tomorrow', 'Report from Friday', { timeframe: 'tomorrow' }],
    ['Water the plants every Monday', 'Water the plants every Monday', {}],
  ])('takes a date for a timeframe, and keeps the time of day in the title: %s', (text, title, said) => {
    expect(read(text)).toEqual([title, said]);
  });

  it('leaves a date that was reverted to text', () => {
    expect(read('Call Jo on Friday', ['on friday'])).toEqual(['Call Jo on Friday', {}]);
    expect(read('on Friday')).toEqual(['on Friday', {}]);
  });

  it('leaves words that were reverted to text', () => {
    expect(read('Finish the plan for today', ['today'])).toEqual(['Finish the plan for today', {}]);
  });

  it('never leaves an empty title', () => {
    expect(read('tomorrow')).toEqual(['tomorrow', {}]);
    expect(read('  !high #work ')).toEqual(['!high #work', {}]);
  });

  it('loses no other word, for any input', () => {
    const word = fc.constantFrom(
      'a',
      'today',
      'next',
      'weekend',
      'week',
      'Friday',
      '12',
      'Dec',
      'every',
      'on',
      'the',
      '#flat',
      '!nice',
      'to',
      '!',
      '!low',
      '#',
      '+',
      '+flat',
      'for',
      'due',
      'constructor',
      '#constructor',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const text = words.join(' ');
        const { title, tokens } = readQuickAdd(text, projects, new Set(), readDates(text, now).dates);
        const taken = tokens.map(({ start, end }) => text.slice(start, end));
        expect([title, ...taken].join(' ').split(/\s+/).filter(Boolean).toSorted()).toEqual(words.toSorted());
      }),
    );
  });
});
