import { expect, test } from 'vitest';
import { toVtt } from './captions.ts';

test('each caption stays until the next, the last one until the end', () => {
  const cues = [
    { at: 0, text: 'You keep the list.' },
    { at: 59.5, text: 'Errand runs it.' },
  ];
  expect(toVtt(cues, 61.25)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:59.500\nYou keep the list.\n\n00:00:59.500 --> 00:01:01.250\nErrand runs it.\n',
  );
});
