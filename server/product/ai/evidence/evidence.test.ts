import { describe, expect, it, vi } from 'vitest';
import { escapeMarkdown, linkTarget, withoutFootnotes } from '#domain/foreign-text.ts';
import { canonicalUrl } from '../gathering/canonical-url.ts';
import { cleanQuery } from '../gathering/clean-query.ts';
import { rankPassages } from '../gathering/rank-passages.ts';
import { checkText } from './check-text.ts';
import { type Claim, verifyAssertion } from './claim.ts';
import { findQuote } from './find-quote.ts';
import { createJudge } from './judge-sentences.ts';
import { findForeignNumber } from './numbers-in.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { splitPassages } from './split-passages.ts';

const PAGE =
  'Winter tyres need a tread of at least 4\u00a0mm. A tyre with less counts as a “summer tyre” before the law – that’s all.';

describe('a quote', () => {
  it.each([
    ['Winter tyres need a tread of at least 4 mm.', 'Winter tyres need a tread of at least 4\u00a0mm.'],
    ['"winter tyres need a  tread of at least 4 mm"', 'Winter tyres need a tread of at least 4\u00a0mm'],
    [
      'counts as a "summer tyre" before the law - that\'s all',
      'counts as a “summer tyre” before the law – that’s all',
    ],
  ])('%s is found and returned as in the source', (quote, text) => {
    expect(findQuote(PAGE, quote)).toEqual({ verdict: 'exact', text });
  });

  it('that nearly matches is returned as in the source, not as typed', () => {
    const quote = 'A tyre with less just counts as a summer tyre before the law';
    expect(findQuote(PAGE, quote)).toEqual({
      verdict: 'near',
      text: 'A tyre with less counts as a “summer tyre” before the law',
    });
  });

  it.each([
    'Winter tyres need a tread of at least 6 mm and chains on all wheels.',
    'tyres',
    '',
    'Winter tyres are forbidden by the law in all of the country and beyond',
  ])('%j is not found', (quote) => {
    expect(findQuote(PAGE, quote)).toBeNull();
  });

  it('is found in scripts without spaces', () => {
    expect(findQuote('冬用タイヤは四輪すべてに必要です。', '四輪すべてに必要')?.verdict).toBe('exact');
  });

  it('that nearly matches is found with composed and decomposed accents', () => {
    const text = 'Le pneu d\u2019e\u0301te\u0301 est interdit sur les routes enneige\u0301es du canton.';
    const quote = 'le pneu \u00e9t\u00e9 est interdit sur les routes enneig\u00e9es du canton';
    expect(findQuote(text, quote)).toMatchObject({ verdict: 'near' });
  });

  it('is found in a passage that was prepared once', () => {
    const passage = { id: 'p1', text: PAGE };
    const reads = vi.spyOn(String.prototype, 'normalize');
    const page = { passages: [passage], title: '', date: null };
    const believed = (quote: string) => verifyAssertion({ text: 'It is about the tread', quote }, page);
    expect(believed('need a tread of at least 4 mm')).not.toBeNull();
    const first = reads.mock.calls.length;
    for (let at = 0; at < 50; at += 1) expect(believed(`another one that nobody says ${at}`)).toBeNull();
    expect(reads.mock.contexts.slice(first)).not.toContain(PAGE);
    reads.mockRestore();
  });

  // A search whose steps grow with the square of the length would not end in the time that a test has.
  it('ends on a page crafted to be slow', () => {
    expect(findQuote('a '.repeat(1_000_000), `${'a '.repeat(100)}b`)?.verdict).toBe('near');
  });
});

describe('numbers', () => {
  it.each([
    ['4 mm', 'at least 4 mm', null],
    ['1,234.5 km', '1.234,5 km', null],
    ['12.000 Euro', '12,000 euros', null],
    ['12 000 €', '12,000 euros', null],
    ['87,00 Euro', '87 euros', null],
    ['٤ مم', 'at least 4 mm', null],
    ['५०० रुपये', '500 rupees', null],
    ['7:30 Uhr', 'at 7:30', null],
    ['5 mm', 'at least 4 mm', '5'],
    ['1.5 m', '15 m', '1.5'],
    ['1,500 m', '1.5 km', null],
    ['in 2026', 'in 2025', '2026'],
    ['no number', 'none', null],
  ])('of %j against %j: %j is foreign', (sentence, source, foreign) => {
    expect(findForeignNumber(sentence, { texts: [source] })).toBe(foreign);
  });
});

describe('an assertion of a reader', () => {
  const page = { passages: splitPassages([PAGE]), title: 'Tyres', date: '2026-10-01' };

  it('is accepted if its quote is on the page', () => {
    const claim = verifyAssertion(
      { text: 'The tread must be 4 mm or more', quote: 'a tread of at least 4 mm' },
      page,
    );
    expect(claim).toMatchObject({ quote: 'a tread of at least 4\u00a0mm', verdict: 'exact', around: PAGE });
  });

  it('is quoted from the exact passage, even after a near match', () => {
    const clauses = ['owner', 'tenant'].map(
      (who) => `The ${who} pays the repair of the heating of the flat within 3 weeks of a letter.`,
    );
    const passages = clauses.map((text, at) => ({ id: `p${at}`, text }));
    for (const quote of clauses)
      expect(
        verifyAssertion(
          { text: 'It is repaired within 3 weeks', quote },
          { passages, title: '', date: null },
        ),
      ).toMatchObject({ quote, verdict: 'exact' });
  });

  it('carries no footnote marks, and none of their numbers', () => {
    const noted = { passages: splitPassages(['Winter tyres are mandatory.[7]']), title: '', date: null };
    const quote = 'Winter tyres are mandatory.[7]';
    expect(verifyAssertion({ text: 'They are mandatory.[7][?]', quote }, noted)).toMatchObject({
      text: 'They are mandatory.',
      quote,
    });
    expect(verifyAssertion({ text: 'They cost 7 euros', quote }, noted)).toBeNull();
  });

  it.each([
    { text: 'The tread must be 6 mm', quote: 'a tread of at least 4 mm' },
    { text: 'Tyres are free', quote: 'tyres are free of charge for all' },
    { text: '', quote: 'a tread of at least 4 mm' },
    { text: 'x'.repeat(500), quote: 'a tread of at least 4 mm' },
  ])('is rejected: %j', (assertion) => {
    expect(verifyAssertion(assertion, page)).toBeNull();
  });
});

describe('passages', () => {
  const long = Array.from({ length: 40 }, (_, at) =>
    `Paragraph ${at} says something about things. `.repeat(8),
  );

  it('are of similar length, in order, and lose nothing', () => {
    const passages = splitPassages(long);
    expect(passages[0]?.id).toBe('p1');
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(900);
    const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
    expect(words(passages.map(({ text }) => text).join(' '))).toEqual(words(long.join(' ')));
  });

  it('about the question are chosen, in page order', () => {
    const texts = [
      'About cats.',
      'Tyres in winter.',
      'About dogs.',
      'Winter tyres and chains.',
      'About birds.',
    ];
    const passages = texts.map((text, at) => ({ id: `p${at + 1}`, text }));
    const best = { atMost: 2, room: Number.POSITIVE_INFINITY };
    expect(rankPassages(passages, 'which winter tyres?', best).map(({ id }) => id)).toEqual(['p2', 'p4']);
    expect(rankPassages(passages, 'quelle heure?', best).map(({ id }) => id)).toEqual(['p1', 'p2']);
  });
});

describe("a writer's text", () => {
  const claim = (id: string, source: string, text: string): Claim => ({
    id,
    source,
    text,
    quote: text,
    around: text,
    verdict: 'exact',
    answers: [],
  });
  const claims = [
    claim('c1', 's1', 'Winter tyres need a tread of at least 4 mm'),
    claim('c2', 's2', 'Chains are required from 15 November'),
    claim('c3', 's1', 'A tyre with less counts as a summer tyre'),
  ];
  const check = (text: string, given: string[] = []) =>
    checkText(text, { claims, language: 'en', given, today: '2026-10-23' });

  it('numbers its sources in the order of the text', () => {
    const { markdown, sources, cited, unverified } = check(
      'Chains are required from 15 November [c2]. Winter tyres need 4 mm of tread. [c1, c3] They are black.',
    );
    expect(markdown).toBe(
      'Chains are required from 15 November.[1] Winter tyres need 4 mm of tread.[2] They are black.',
    );
    expect(sources).toEqual(['s2', 's1']);
    expect(cited.map(({ id }) => id)).toEqual(['c2', 'c1', 'c3']);
    expect(unverified).toEqual([]);
  });

  it.each([
    ['a number that was swapped', 'Winter tyres need 6 mm of tread [c1].'],
    ['a source that does not exist', 'Winter tyres need 4 mm of tread [c99].'],
    ['a number without a source', 'The fine is 87 euros.'],
  ])('is marked if it has %s', (_what, sentence) => {
    const { markdown, unverified, cited } = check(sentence);
    expect(markdown).toMatch(/ \[\?\]$/);
    expect(markdown).not.toMatch(/\[\d\]|\[c\d/);
    expect(unverified).toHaveLength(1);
    expect(cited).toEqual([]);
  });

  it('needs no source for numbers given by the person', () => {
    expect(check('You leave on 19 December.', ['Drive on 19 December']).unverified).toEqual([]);
  });

  it('keeps its headings, lists and tables', () => {
    const text =
      '## Tyres [c1]\n\n- Tread of 4 mm [c1]\n- Chains\n\n| What | When |\n| --- | --- |\n| Chains required | 15 November [c2] |';
    expect(check(text).markdown).toBe(
      '## Tyres[1]\n\n- Tread of 4 mm[1]\n- Chains\n\n| What | When |\n| --- | --- |\n| Chains required | 15 November[2] |',
    );
  });

  it.each(['## The tread is 40 mm [c1]', 'Chains from 5 June [c2]\n==='])(
    'is verified in headings, too: %j',
    (text) => {
      const { markdown, unverified } = check(text);
      expect(markdown.split('\n')[0]).toMatch(/ \[\?\]$/);
      expect(unverified).toHaveLength(1);
    },
  );

  it.each(['### 3. In 2031', 'In 2 cases it is otherwise:', 'Of 2031\n---', '| 2031 | 2032 |\n|---|---|'])(
    'names what follows without a source of its own: %j',
    (text) => {
      expect(check(text).unverified).toEqual([]);
    },
  );

  it.each([
    ['de', 'Im 1. Quartal stiegen die Preise um 4 mm [c1]. Das war es.', 2],
    ['de', 'Am 15. November sind z. B. Ketten Pflicht [c2].', 1],
    ['en', 'In the words of J. Smith, chains are required from 15 November [c2].', 1],
    ['en', 'Tyres need 4 mm [c1]. Chains are required from 15 November. [c2] They are black.', 3],
  ])('is split into sentences in %s: %j', (language, text, count) => {
    const judge = createJudge({ claims, language, given: [], today: '2026-10-23' });
    expect(judge.lines(text).flatMap(({ sentences }) => sentences)).toHaveLength(count);
  });

  it.each([
    ['what stands in no quote', 'supported', ' [?]'],
    ['what a second reader doubts', 'not_said', ' [?]'],
    ['nothing of what both find', 'supported', '[2]'],
  ] as const)('is marked for %s', (what, is, mark) => {
    const sentence = what.startsWith('what stands')
      ? 'Chains from 16 November [c2]'
      : 'Chains from 15 November [c2]';
    const reading = { verdicts: new Map([['s1', { is }]]), corrections: null, again: new Map() };
    const { markdown } = checkText(sentence, {
      claims,
      language: 'en',
      given: [],
      today: '2026-10-23',
      numbered: ['s1', 's2'],
      reading,
    });
    expect(markdown.endsWith(mark)).toBe(true);
  });

  it.each([
    '```\nTread of 40 mm [c1]\n```',
    '~~~md `x`\nTread of 40 mm [c1]\n~~~',
    '> ```text\n> Tread of 40 mm [c1]\n> ```',
    '1. - ````\n     Tread of 40 mm [c1]',
  ])('is verified inside fences, too: %j', (text) => {
    const { markdown, unverified } = check(text);
    expect(markdown).toMatch(/Tread of 40 mm \[\?\]$/);
    expect(markdown).not.toMatch(/```|~~~/);
    expect(unverified).toEqual(['Tread of 40 mm']);
  });

  it.each([
    String.raw`The tyres are free. \[1\]\[?\] [\?]`,
    'The tyres are free. &#91;1&#93; [&#x31;] &lbrack;2&rsqb; [&quest;]',
    'The tyres are free. [[1]1] [[[2]2][?]2]',
  ])('cannot forge our marks: %j', (text) => {
    expect(check(text).markdown.trim()).toBe('The tyres are free.');
  });

  it('has no links of its own, and cannot forge our marks', () => {
    const text =
      'See [here](https://collector.example/?d=1) or https://collector.example/x, www.collector.example, ![p](https://x.example/p.png) <img src=x> [7] [?]\n[r]: https://x.example/r\n<script>alert()</script>';
    const { markdown } = check(text);
    expect(markdown).not.toMatch(/collector|x\.example|<|\[7\]|\[\?\]/);
  });
});

describe('a text crafted to be slow', () => {
  const checked = (text: string) =>
    checkText(text, { claims: [], language: 'en', given: [], today: '2026-10-23' });

  // A pattern whose steps grow with the square of the length would not end in the time that a test has.
  it.each([
    ['a row padded with spaces', `| 4 mm ${' '.repeat(400_000)}x |`, '| 4 mm x [?] |'],
    ['a sentence that ends in them', `It costs 4 euros${' '.repeat(400_000)}|`, 'It costs 4 euros [?] |'],
    ['tabs before an id that is none', `- 4${'\t'.repeat(400_000)}[c`, '- 4 [c [?]'],
  ])('is checked to its end: %s', (_what, text, expected) => {
    expect(checked(text).markdown.split(/\s+/).join(' ')).toBe(expected);
  });

  it.each(['@', 'a@', '@.', '1 ', 'a.'])('is cut before it is sent: %j repeated', (unit) => {
    expect(cleanQuery(unit.repeat(1_000_000))?.length ?? 0).toBeLessThanOrEqual(200);
  });

  it('keeps the last bar of a row after the mark of its sentence', () => {
    expect(checked('| Chains | 15 November  |').markdown).toBe('| Chains | 15 November [?]  |');
  });
});

it('a query contains no contact details', () => {
  expect(
    cleanQuery(' (anna.b@mail.example) tyre  rules\nhttps://me.example/x +43 660 1234567, since 2026 @home'),
  ).toBe('tyre rules , since 2026 @home');
});

describe('foreign text in our Markdown', () => {
  it('is escaped', () => {
    expect(escapeMarkdown('[x](javascript:1) **b** <i> | # `c` https://e.example')).toBe(
      '\\[x\\](javascript:1) \\*\\*b\\*\\* \\<i\\> \\| \\# \\`c\\` https:\u200b//e.example',
    );
    expect(linkTarget('https://e.example/a(b)?q=<x> y')).toBe('https://e.example/a%28b%29?q=%3Cx%3E%20y');
    expect(plainMarkdown('a [b](c "d") e')).toBe('a b e');
  });

  it.each([
    'Tyres are free.[^law]\n\n> [^law]: The law of the land',
    'Tyres are free.[^1]\n\n[^1]:The law of the land',
    'Tyres are free.[^l\\]w]\n- 1. [^l\\]w]: The law of the land',
    'Tyres are free.&#91;^1&#93;\n\n&#91;^1&#93;: The law of the land',
    'Tyres are free.[[1]^1]\n\n[^1]: The law of the land',
  ])('has no footnotes, which would look like sources: %j', (text) => {
    const plain = plainMarkdown(text);
    expect(plain).toMatch(/^Tyres are free\./);
    expect(plain).not.toMatch(/\[\^|The law/);
  });

  it('cites nothing: its footnote marks are broken up, or left out of quotes', () => {
    expect(escapeMarkdown('Tyres.[2] [?] [note] [2026]')).toBe(
      'Tyres.\\[\u20602\\] \\[\u2060?\\] \\[note\\] \\[2026\\]',
    );
    expect(withoutFootnotes('Tyres are mandatory.[2][3] From November [1], on snow. [?]')).toBe(
      'Tyres are mandatory. From November, on snow.',
    );
  });
});

it('canonicalUrl gives one name to a page', () => {
  const name = canonicalUrl('https://www.law.example/tyres/?utm_source=x&b=2&a=1#part');
  expect(name).toBe('law.example/tyres?a=1&b=2');
  expect(canonicalUrl('http://law.example/tyres?b=2&a=1')).toBe(name);
  expect(canonicalUrl('javascript:alert(1)')).toBeNull();
});
