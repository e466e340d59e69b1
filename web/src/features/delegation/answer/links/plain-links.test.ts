import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { HOSTILE_MARKDOWN } from '../testing/hostile-markdown.ts';
import { knownAddresses } from './known-addresses.ts';
import { plainLinks } from './plain-links.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);

/**
 * Everything in a text that another program would link, load or run, including bare URLs. Code doesn't count.
 */
function leading(node: Nodes): string[] {
  if ('children' in node) return node.children.flatMap(leading);
  if (node.type === 'text') return node.value.match(/https?:\/\/\S*/gi) ?? [];
  return ['text', 'inlineCode', 'code', 'break', 'thematicBreak', 'footnoteReference'].includes(node.type)
    ? []
    : [node.type];
}

const KNOWN = knownAddresses(null, ['https://mine.example/a']);
const toWords = (markdown: string) => plainLinks(markdown, KNOWN);

describe('Markdown that leaves the app', () => {
  it.each([
    '# Title\n\n1. one [1]\n2. *two*\n\n| a | b |\n| --- | --- |\n| c\\|d | <br> |\n\n```\nhttps://x.example\n```\n',
    'See [mine](https://mine.example/a), [again][m] and https://mine.example/a.\n\n[m]: https://mine.example/a',
    'Nothing of it is [a link], `[nor](https://x.example)`, nor \\[this\\](https\\://x).',
  ])('is unchanged if all its links are known: %j', (text) => {
    expect(toWords(text)).toBe(text);
  });

  it.each([
    ['[our **page**](https://x.example/?d=s "t")', 'our **page** (`https://x.example/?d=s`)'],
    ['https://x.example/?d=s and www.x.example', '`https://x.example/?d=s` and `http://www.x.example/`'],
    ['<https://x.example/a>', '`https://x.example/a`'],
    ['write to ann@x.example', 'write to `ann@x.example`'],
    ['[a][r], [r]\n\n[r]: https://x.example/r', 'a (`https://x.example/r`), r (`https://x.example/r`)\n\n'],
    ['![p](https://x.example/p.png)', 'Image, not loaded: p (`https://x.example/p.png`)'],
    [
      '[![p](https://x.example/p.png)](https://y.example/)',
      'Image, not loaded: p (`https://x.example/p.png`) (`https://y.example/`)',
    ],
    ['![p](https://mine.example/a)', '[Image, not loaded: p](https://mine.example/a)'],
    ['a <img src="https://x.example/p.png"> b <b>c</b>', 'a  b c'],
    ['| a |\n| --- |\n| [b](https://x.example/?a`b) |', '| a |\n| --- |\n| b (`https://x.example/?a%60b`) |'],
    ['[click](javascript:alert(1))', 'click'],
  ])('spells out addresses that must not be linked or loaded: %j', (from, to) => {
    expect(toWords(from)).toBe(to);
  });

  it.each(HOSTILE_MARKDOWN)('contains nothing that another program would load or link: %j', (text) => {
    for (const whole of [
      text,
      `- ${text}`,
      `# ${text}`,
      `Before **${text}** [${text}](https://x.example/)`,
    ]) {
      const plain = toWords(whole);
      expect(leading(PARSER.parse(plain))).toEqual([]);
      expect(toWords(plain)).toBe(plain);
    }
  });
});
