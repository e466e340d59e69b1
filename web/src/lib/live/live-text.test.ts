import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDelta, addStored, hasGap, type LiveText, NO_TEXT, type TextDelta } from './live-text.ts';

const piece = (offset: number, text: string, attempt = 1): TextDelta => ({ attempt, offset, text });
const after = (...deltas: TextDelta[]): LiveText => deltas.reduce(addDelta, NO_TEXT);

describe('streamed text', () => {
  it('grows piece by piece', () => {
    expect(after(piece(0, 'Three '), piece(6, 'topics.')).text).toBe('Three topics.');
  });

  it('is unchanged when a piece repeats', () => {
    expect(after(piece(0, 'Three '), piece(6, 'topics.'), piece(0, 'Three '), piece(6, 'topics.')).text).toBe(
      'Three topics.',
    );
  });

  it('takes the new part of an overlapping piece', () => {
    expect(after(piece(0, 'Three '), piece(2, 'ree topics')).text).toBe('Three topics');
  });

  it('stops at a gap and reports it', () => {
    const live = after(piece(0, 'Three '), piece(20, 'end.'));
    expect(live.text).toBe('Three ');
    expect(hasGap(live)).toBe(true);
  });

  it('continues once the stored text has filled the gap', () => {
    const live = addStored(after(piece(0, 'Three '), piece(13, ' End.')), {
      attempt: 1,
      text: 'Three topics.',
    });
    expect(live.text).toBe('Three topics. End.');
    expect(hasGap(live)).toBe(false);
  });

  it('keeps waiting while the stored text ends before the gap', () => {
    const live = addStored(after(piece(13, ' End.')), { attempt: 1, text: 'Three' });
    expect(live.text).toBe('Three');
    expect(hasGap(live)).toBe(true);
  });

  it('keeps broadcast text if the stored text is shorter', () => {
    const live = addStored(after(piece(0, 'Three topics.')), { attempt: 1, text: 'Three' });
    expect(live.text).toBe('Three topics.');
  });

  it('starts over with a new attempt and ignores the old one', () => {
    const live = after(piece(0, 'Draft'), piece(0, 'Better', 2), piece(5, ' of the first'));
    expect(live).toMatchObject({ attempt: 2, text: 'Better' });
  });

  it('starts over if the text is withdrawn within an attempt', () => {
    expect(after(piece(0, 'In English '), piece(0, 'Auf '), piece(4, 'Deutsch')).text).toBe('Auf Deutsch');
  });

  it('does not fall back to a stored text that was withdrawn', () => {
    const live = after(piece(0, 'In English '), piece(0, 'Auf '), piece(4, 'Deutsch'));
    expect(addStored(live, { attempt: 1, text: 'In English and more' }).text).toBe('Auf Deutsch');
  });

  it('ends with the full text in whatever order the pieces arrive', () => {
    const pieces = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.infiniteStream(fc.nat()), (texts, order) => {
        const whole = texts.join('');
        let offset = 0;
        const deltas = texts.map((text) => {
          const delta = piece(offset, text);
          offset += text.length;
          return { delta, rank: order.next().value ?? 0 };
        });
        const shuffled = deltas.toSorted((a, b) => a.rank - b.rank).map(({ delta }) => delta);
        expect(after(...shuffled)).toMatchObject({ text: whole, ahead: [] });
      }),
    );
  });
});
