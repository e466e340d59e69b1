import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toExcerpt, toPreview } from './preview.ts';

describe('the preview of an answer', () => {
  it('shows a short answer in full', () => {
    expect(toPreview('Call them before noon.')).toBe('Call them before noon.');
  });

  it('shows exactly 200 characters and an ellipsis of a longer one', () => {
    expect(toPreview('a'.repeat(200))).toBe('a'.repeat(200));
    expect(toPreview('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
  });

  it('has no full stop or comma before its ellipsis', () => {
    const sentences = (mark: string) => `${'a'.repeat(199)}${mark} And more of it.`;
    expect(toPreview(sentences('.'))).toBe(`${'a'.repeat(199)}…`);
    expect(toPreview(sentences(','))).toBe(`${'a'.repeat(199)}…`);
    expect(toPreview(sentences('?'))).toBe(`${'a'.repeat(199)}?…`);
  });

  it('ends before a word or number that does not fit', () => {
    const upTo = (length: number) => 'word '.repeat(50).slice(0, length);
    expect(toPreview(`${upTo(195)}14:00 and then quiet.`)).toBe(`${upTo(195)}14:00…`);
    expect(toPreview(`${upTo(195)}at 14:00.`)).toBe(`${upTo(195)}at…`);
    expect(toPreview(`${upTo(155)}${'雪'.repeat(90)}`)).toBe(`${upTo(155)}${'雪'.repeat(45)}…`);
  });

  it('never splits a surrogate pair', () => {
    expect(toPreview('🌲'.repeat(201))).toBe(`${'🌲'.repeat(200)}…`);
  });

  it('shows words instead of Markdown marks', () => {
    const answer =
      '# Tyres\n\nUse **winter** tyres, see [the rules](https://a.example).\n\n- at `4 mm`\n- *all* wheels';
    expect(toPreview(answer)).toBe('Use winter tyres, see the rules. at 4 mm\u00a0· all wheels');
  });

  it('omits headings, unless there is nothing else', () => {
    expect(toPreview('## Summary\n\nCall them.\n\n**Next steps:**\n\nWait.')).toBe('Call them. Wait.');
    expect(toPreview('**Summary**\n\n# Plan')).toBe('Summary\u00a0· Plan');
    expect(toPreview('**Call them** before noon.')).toBe('Call them before noon.');
  });

  it("does not begin with the task's title", () => {
    expect(toPreview('# Call the bank\n\nThey open at nine.', 'Call the bank')).toBe('They open at nine.');
    expect(toPreview('call the bank:\n\nThey open at nine.', 'Call the bank')).toBe('They open at nine.');
    expect(toPreview('Call the bank', 'Call the bank')).toBe('Call the bank');
    expect(toPreview('Call the bank at nine.', 'Call the bank')).toBe('Call the bank at nine.');
  });

  it('removes nested marks', () => {
    expect(toPreview('**Use `snake_case`** and ***both***, __not_ ')).toBe('Use snake_case and both, __not_');
  });

  it('joins the lines of a paragraph', () => {
    expect(toPreview('One sentence\nover two lines.\n\nAnother.')).toBe(
      'One sentence over two lines. Another.',
    );
  });

  it('shows the cells of a table', () => {
    expect(toPreview('| Where | When |\n|---|:--|\n| Austria | Nov |')).toBe('Where When\u00a0· Austria Nov');
  });

  it('omits fences and rules', () => {
    expect(toPreview('Before\n\n---\n\n```js\nlet a;\n```\n\n* * *\n\nAfter')).toBe(
      'Before\u00a0· let a; After',
    );
  });

  it('omits citation numbers, and blank lines of a quotation', () => {
    expect(toPreview('Tyres need 4 mm.[1][12] Chains cost 60 euros.[2] From 2 November. [?] Then[3]')).toBe(
      'Tyres need 4 mm. Chains cost 60 euros. From 2 November. [?] Then[3]',
    );
    expect(toPreview('Made from:\n\n> A poster\n>\n> Keep it plain')).toBe(
      'Made from: A poster\u00a0· Keep it plain',
    );
  });

  it('keeps intentional marks', () => {
    expect(toPreview('5 * 3 * 2 is 30, snake_case_name, 2 - 1, a | b')).toBe(
      '5 * 3 * 2 is 30, snake_case_name, 2 - 1, a | b',
    );
  });

  // Backtracking would take seconds for some of these, and not end in the time that a test has.
  it('reads no more than the beginning of any text', () => {
    const marks = fc.constantFrom('*', '_', '`', '[', '](', ')', '|', '-', '>', '#', ' ', '\n', 'a', '1.');
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 4 }), (unit) => {
        const preview = toPreview(`${unit.join('').repeat(5000)}x`);
        expect(Array.from(preview).length).toBeLessThanOrEqual(201);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an excerpt around a search hit', () => {
  it('is plain text, also where a mark was cut in half', () => {
    expect(toExcerpt('…tyres** are needed, see `the law` and **chains')).toBe(
      '…tyres are needed, see the law and chains',
    );
    expect(toExcerpt('Use [the rules](https://a.example/long-ad')).toBe('Use the rules');
    expect(toExcerpt('snake_case_name and 5 * 3 stay')).toBe('snake_case_name and 5 * 3 stay');
  });

  it('keeps headings: the hit may be in one', () => {
    expect(toExcerpt('## Summary\n\nCall them.')).toBe('Summary\u00a0· Call them.');
  });
});
