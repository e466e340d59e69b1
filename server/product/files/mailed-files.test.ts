import { describe, expect, it } from 'vitest';
import { someOf } from '#tests/long-run.ts';
import { MAILED_FILES } from '#tests/mailed/all.ts';
import { handIn } from '#tests/mailed/hand-in.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createTestFileWork({ limit: 60_000 });

const named = MAILED_FILES.map((file) => [`${file.name}, a file ${file.what}`, file] as const);

describe('a file from somebody’s mail is read, read in part and told, or refused with a sentence', () => {
  it.each(someOf(named, 14))('%s', async (_what, file) => {
    const came = await handIn(work, file);
    const { ends } = file;
    if ('says' in ends || 'says' in came) {
      expect(came).toEqual(ends);
      return;
    }
    for (const words of ends.has) expect(came.text).toContain(words);
    for (const words of ends.lacks ?? []) expect(came.text).not.toContain(words);
    expect(came.told).toEqual([...(ends.told ?? [])].toSorted());
  });
});
