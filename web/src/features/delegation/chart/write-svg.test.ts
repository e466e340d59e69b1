import { expect, it } from 'vitest';
import { svg } from './svg.ts';
import { writeSvg } from './write-svg.ts';

it('writes elements, attributes as files call them, and nothing for what is left out', () => {
  const node = svg(
    'svg',
    { viewBox: '0 0 1 1', strokeWidth: 2, fill: undefined, 'aria-label': 'A "chart" & more' },
    [false, null, [svg('path', { d: 'M0 0' })]],
    'words',
  );
  expect(writeSvg(node)).toBe(
    '<svg viewBox="0 0 1 1" stroke-width="2" aria-label="A &quot;chart&quot; &amp; more"><path d="M0 0"/>words</svg>',
  );
});

it('keeps words words, and leaves out what no file may have', () => {
  const label = '</text><image href="http://collector.example"/>&amp;\u0000\ud800]]>';
  expect(writeSvg(svg('text', {}, label))).toBe(
    '<text>&lt;/text&gt;&lt;image href=&quot;http://collector.example&quot;/&gt;&amp;amp;\ufffd]]&gt;</text>',
  );
});
