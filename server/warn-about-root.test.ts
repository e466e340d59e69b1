import { expect, it } from 'vitest';
import { createLog } from './lib/log.ts';
import { warnAboutRoot } from './warn-about-root.ts';

it.each([
  ['root, with what to do', 0, false, 1],
  ['another user', 1000, false, 0],
  ['root of a container', 0, true, 0],
  ['a system where users have no numbers', undefined, false, 0],
])('the start reports whether it is run by %s', (_who, userId, isContainer, warnings) => {
  const lines: string[] = [];
  warnAboutRoot(
    createLog('warn', (line) => void lines.push(line)),
    { userId, isContainer },
  );
  expect(lines).toHaveLength(warnings);
  for (const line of lines) expect(line).toContain('start Errand as that user');
});
