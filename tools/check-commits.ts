/** Refuses commit titles that are not `area: verb object` in at most 72 characters. The why belongs into the body. */
import { execFileSync } from 'node:child_process';

/** The last commit with a title of the old kind. */
const BEFORE = 'ee0eadd';
const LONGEST = 72;
const TITLE = /^[a-z][a-z0-9/-]*: [a-z]/;

/** Null, or what is wrong with a title. */
export function refuseTitle(title: string): string | null {
  if (title.length > LONGEST) return `${title.length} characters, at most ${LONGEST} are allowed`;
  return TITLE.test(title) ? null : 'the form is `area: verb object`, in lower case';
}

/** Titles since `BEFORE`, the newest first; of a shallow clone, those that are there. */
function titles(): string[] {
  const log = (...range: string[]) =>
    execFileSync('git', ['log', '--no-merges', '--format=%s', ...range], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    return log(`${BEFORE}..HEAD`).split('\n').filter(Boolean);
  } catch {
    // Neither is there in an archive without history.
    return [];
  }
}

if (import.meta.main) {
  const refused = titles().flatMap((title) => {
    const why = refuseTitle(title);
    return why === null ? [] : [`"${title}": ${why}`];
  });
  for (const sentence of refused) console.error(sentence);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
