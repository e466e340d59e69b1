import { describe, expect, it } from 'vitest';
import { toolInput } from '#tests/worlds/tool-attempt.ts';
import { typedAddresses, typedCandidates, unreadNotices } from './typed-addresses.ts';

const given = (title: string, instruction: string | null = null) =>
  toolInput({
    task: { title, notes: '', category: 'personal', priority: 'high', timeframe: 'today' },
    project: {
      title: 'House',
      description: 'See https://private.example/plan',
      category: 'project',
      taskTitles: ['Read https://other.example/'],
    },
    instruction,
  });

describe('addresses typed by the person', () => {
  it.each([
    ['summarise https://example.org/report', ['https://example.org/report']],
    ['Compare https://a.example/x, and http://b.example/y.', ['https://a.example/x', 'http://b.example/y']],
    ['Read (https://a.example/x).', ['https://a.example/x']],
    ['https://a.example/x_(disambiguation)!', ['https://a.example/x_(disambiguation)']],
    ['読む：https://a.example/x。次', ['https://a.example/x']],
    ['https://a.example/x?utm_source=m and http://www.a.example/x/', ['https://a.example/x?utm_source=m']],
    ['ftp://a.example/x file:///etc/passwd javascript:alert(1) a.example https://', []],
  ])('%s', (title, addresses) => {
    expect(typedAddresses(given(title))).toEqual(addresses);
  });

  it('come from task and instruction, not from the project', () => {
    expect(typedAddresses(given('https://a.example/1', 'and https://b.example/2'))).toEqual([
      'https://a.example/1',
      'https://b.example/2',
    ]);
  });

  it('are read up to five, after available pages, and the rest is reported', () => {
    const input = given('Compare', [1, 2, 3, 4, 5, 6].map((n) => `https://a.example/${n}?key=S3`).join(' '));
    const known = { id: 's1', url: 'https://a.example/1?key=S3', host: 'a.example', title: '' };
    const candidates = [known, ...typedCandidates(input, [known])];
    expect(candidates.map(({ id }) => id)).toEqual(['s1', 's2', 's3', 's4', 's5', 's6']);
    expect(typedCandidates(input, [])).toHaveLength(5);
    const page = { ...known, date: null, readAt: '', passages: [] };
    expect(unreadNotices(input, { candidates, pages: [page] })).toEqual([
      {
        key: 'addresses_not_read',
        params: { addresses: [2, 3, 4, 5, 6].map((n) => `a.example/${n}`) },
      },
    ]);
  });

  it('end before endless punctuation', () => {
    expect(typedAddresses(given(`https://a.example/${')'.repeat(400_000)}`))).toEqual(['https://a.example/']);
  });
});
