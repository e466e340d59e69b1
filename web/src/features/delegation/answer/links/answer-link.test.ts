import { describe, expect, it } from 'vitest';
import { linkTextMatchesHost } from './answer-link.tsx';

describe('the text of a link', () => {
  it.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['https://EXAMPLE.org', 'https://example.org/'],
    ['example.org', 'https://example.org/'],
    ['www.example.org/a', 'http://www.example.org/a'],
    ['localhost:3000/x', 'http://localhost:3000/x'],
    ['somebody@example.org', 'mailto:somebody@example.org'],
  ])('%s names its own target %s', (text, href) => {
    expect(linkTextMatchesHost(text, new URL(href))).toBe(true);
  });

  it.each([
    ['our page', 'https://example.org/'],
    ['https://www.visa.com', 'https://sa.com/'],
    ['bank.example/evil.example', 'https://evil.example/'],
    ['https://bank.example?evil.example', 'https://evil.example/'],
    ['https://evil.example.bank.example', 'https://evil.example/'],
    ['https://evil.example@bank.example', 'https://evil.example/'],
    ['https://evil.example:80', 'https://evil.example:8080/'],
    ['https://bank.example', 'https://bank.example@evil.example/'],
    ['see https://evil.example', 'https://evil.example/'],
    ['somebody@example.org.evil.example', 'mailto:somebody@example.org'],
  ])('%s does not name its target %s', (text, href) => {
    expect(linkTextMatchesHost(text, new URL(href))).toBe(false);
  });
});
