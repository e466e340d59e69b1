import { expect, it } from 'vitest';
import { withDemoLabel, withoutDemoLabel } from './demo-label.ts';

it('removes the label and keeps the rest unchanged', () => {
  expect(withoutDemoLabel(withDemoLabel('## Title\n\n> **A quote**\n'))).toBe('## Title\n\n> **A quote**\n');
});

it('leaves text without a label, or with an incomplete one, alone', () => {
  expect(withoutDemoLabel('## Title\n\ntext')).toBe('## Title\n\ntext');
  expect(withoutDemoLabel('> **No mod')).toBe('> **No mod');
});
