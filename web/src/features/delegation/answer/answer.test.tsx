import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Answer } from './answer.tsx';
import { Known } from './links/known.ts';
import { knownAddresses } from './links/known-addresses.ts';
import { HOSTILE_MARKDOWN } from './testing/hostile-markdown.ts';

/** Contexts to embed the text in. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `# ${text}`,
  (text) => `- ${text}`,
  (text) => `> ${text}`,
  (text) => `| a | b |\n| --- | --- |\n| ${text.replaceAll('|', '\\|')} | c |`,
  (text) => `Before **${text}** [${text}](https://example.org/)`,
];

const ELEMENTS = new Set(
  'a bdi blockquote br button code del div em h1 h2 h3 h4 h5 h6 hr input li ol p pre s section span strong sup table tbody td th thead tr ul svg path'.split(
    ' ',
  ),
);
/** Includes the SVG attributes of our own icon in a table's button, which loads nothing. */
const ATTRIBUTE =
  /^(class|lang|dir|id|start|rel|target|type|tabindex|role|disabled|checked|title|data-[\w-]+|aria-[\w-]+|align|width|height|viewbox|fill|stroke[\w-]*|d|focusable)$/;

/** Tags of the rendered markup with an element or attribute that isn't allowed, or with a class of our own. */
function findings(markdown: string): string[] {
  const markup = renderToStaticMarkup(<Answer markdown={markdown} language="en" />);
  return [...markup.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi)].flatMap(
    ([tag, name = '', attributes = '']) => {
      const odd = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].filter(([, key = '', value = '']) => {
        const at = key.toLowerCase();
        if (at === 'href') return !/^(https?:|mailto:|#)/.test(value);
        if (at === 'style') return !/^text-align:(left|right|center)$/.test(value);
        if (at === 'type') return !['button', 'checkbox'].includes(value);
        if (at === 'class') return /\bfixed\b/.test(value);
        return !ATTRIBUTE.test(at);
      });
      return ELEMENTS.has(name.toLowerCase()) && odd.length === 0 ? [] : [tag];
    },
  );
}

describe('an answer with hostile markup', () => {
  it.each(HOSTILE_MARKDOWN)('renders as inert text in any context: %j', (text) => {
    for (const place of PLACES) expect(findings(place(text))).toEqual([]);
  });

  it.each(HOSTILE_MARKDOWN)('renders as inert text at every stage of streaming: %j', (text) => {
    for (let length = 1; length < text.length; length += 1) {
      expect(findings(text.slice(0, length))).toEqual([]);
    }
  });
});

const KNOWN = knownAddresses(null, ['https://mine.example/']);
const draw = (markdown: string) =>
  renderToStaticMarkup(
    <Known value={KNOWN}>
      <Answer markdown={markdown} language="en" />
    </Known>,
  );

describe('a link in an answer', () => {
  it('is clickable if its address is known', () => {
    expect(draw('[a](https://mine.example/)')).toContain(
      '<a class="link" href="https://mine.example/" target="_blank" rel="noopener noreferrer nofollow">a</a><bdi',
    );
  });

  it.each([
    '[a](https://mine.example/?d=private)',
    '[a][r]\n\n[r]: https://other.example/',
    'https://other.example/?d=private',
    '![a](https://other.example/p.png)',
    'ann@other.example',
  ])('shows the full address as text if only the model knows it: %s', (markdown) => {
    const markup = draw(markdown);
    expect(markup).not.toContain('<a ');
    expect(markup).toContain(/[\w:/]+[.@][\w./?=]*\w/.exec(markdown.replace(/^\[a\]\(/, ''))?.[0]);
  });

  it('is not clickable while no known addresses are provided', () => {
    expect(renderToStaticMarkup(<Answer markdown="https://mine.example/" language="en" />)).not.toContain(
      '<a ',
    );
  });
});

it('renders no footnotes, which would look like sources', () => {
  const text = 'They are bankrupt.[^nyt]\n\n> [^nyt]: New York Times, front page';
  const markup = renderToStaticMarkup(<Answer markdown={text} language="en" />);
  expect(markup).toContain('They are bankrupt.[^nyt]');
  expect(markup).not.toMatch(/<sup|<a |<section/);
});
