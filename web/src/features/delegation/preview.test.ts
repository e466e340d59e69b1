import { describe, expect, it } from 'vitest';
import { toPreview } from './preview.ts';

describe('the preview on a slip', () => {
  it('shows a short answer whole', () => {
    expect(toPreview('Call them before noon.')).toBe('Call them before noon.');
  });

  it('shows exactly 200 characters and an ellipsis of a longer one', () => {
    expect(toPreview('a'.repeat(200))).toBe('a'.repeat(200));
    expect(toPreview('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
  });

  it('never cuts through a character outside the basic plane', () => {
    expect(toPreview('🌲'.repeat(201))).toBe(`${'🌲'.repeat(200)}…`);
  });

  it('shows words instead of Markdown marks', () => {
    const answer =
      '# Tyres\n\nUse **winter** tyres, see [the rules](https://a.example).\n\n- at `4 mm`\n- *all* wheels';
    expect(toPreview(answer)).toBe('Tyres Use winter tyres, see the rules. at 4 mm all wheels');
  });

  it('shows the cells of a table', () => {
    expect(toPreview('| Where | When |\n|---|---|\n| Austria | Nov |')).toBe('Where When Austria Nov');
  });

  it('keeps marks that are meant', () => {
    expect(toPreview('5 * 3 * 2 is 30, snake_case_name, 2 - 1')).toBe(
      '5 * 3 * 2 is 30, snake_case_name, 2 - 1',
    );
  });
});
