import { expect, it } from 'vitest';
import { withDemoLabel, withoutDemoLabel } from './demo-label.ts';

it('comes off a demo answer and leaves the rest as it was', () => {
  expect(withoutDemoLabel(withDemoLabel('No model – a demo.', '## Title\n\n> **A quote**\n'))).toBe(
    '## Title\n\n> **A quote**\n',
  );
});

it('leaves alone what has no label, and what is only beginning to be written', () => {
  expect(withoutDemoLabel('## Title\n\ntext')).toBe('## Title\n\ntext');
  expect(withoutDemoLabel('> **No mod')).toBe('> **No mod');
});
