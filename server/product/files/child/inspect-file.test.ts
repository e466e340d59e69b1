import { describe, expect, it } from 'vitest';
import { OTHERS, TEXTS } from '#tests/bombs/disguises.ts';
import { inspectFile } from './inspect-file.ts';

describe('content decides the kind, not the name', () => {
  it.each(TEXTS)('$what is neither a PDF nor a picture', async ({ bytes }) => {
    expect((await inspectFile(bytes)).kind).toMatch(/^(csv|unusable)$/);
  });

  it.each(OTHERS)('$what is of no kind that a tool reads', async ({ bytes }) => {
    expect(await inspectFile(bytes)).toMatchObject({ kind: 'unusable', why: 'unknown' });
  });
});
