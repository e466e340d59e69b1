import { expect, it } from 'vitest';
import { mayRead } from './read-robots.ts';

const ROBOTS = `# a comment
User-agent: *
Disallow: /private/
Allow: /private/open$
Disallow: /*.pdf$

User-Agent: OtherBot
User-agent: ErrandBot
Disallow: /search
Allow: /search/about
Disallow:
`;

it.each([
  ['someoneelse', '/', true],
  ['someoneelse', '/private/x', false],
  ['someoneelse', '/private/open', true],
  ['someoneelse', '/private/open/more', false],
  ['someoneelse', '/a/b.pdf', false],
  ['someoneelse', '/a/b.pdf?x=1', true],
  ['errandbot', '/private/x', true],
  ['errandbot', '/search?q=1', false],
  ['errandbot', '/search/about', true],
])('%s may read %s: %s', (agent, path, answer) => {
  expect(mayRead(ROBOTS, agent, path)).toBe(answer);
});

it('allows everything without rules', () => {
  expect(mayRead('', 'errandbot', '/x')).toBe(true);
  expect(mayRead('<html>not found</html>', 'errandbot', '/x')).toBe(true);
});

// A search that tried each way of filling the stars would not end.
it('matches a malicious pattern', () => {
  const hostile = `User-agent: *\nDisallow: /${'*a'.repeat(5000)}$`;
  expect(mayRead(hostile, 'errandbot', `/${'a'.repeat(20_000)}b`)).toBe(true);
});
