import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { chartEvidence, storedResult } from '#tests/fixtures/stored-result.ts';
import { createFileWork, FileWorkError } from './file-work.ts';

/** Real children, whose limits these are about. Generous: on a busy machine one takes a while to start. */
const work = createFileWork({ limit: 50_000 });

const MB = 1024 * 1024;

const written = async (content: string, more: object = {}, by = work) => {
  const { bytes, pages } = await by.writeResult(storedResult(content, { more }));
  const text = (await work.readPdf(bytes)).pages.join('\n');
  return { pages, text: text.replaceAll('\u200b', '') };
};

// A child gives way to all others: on a very busy machine its ten seconds take minutes.
it('ends a table of 10,000 rows on paper, and says how many it has', { timeout: 400_000 }, async () => {
  const rows = Array.from({ length: 10_000 }, (_row, at) => `| row ${at} | ${at * 3} | a remark |`);
  const content = ['| a | b | c |', '| - | - | - |', ...rows, '', 'After it.'].join('\n');
  // A child may take 600 MB in all: this one has some of them left.
  const { pages, text } = await written(content, {}, createFileWork({ limit: 90_000, memory: 540 * MB }));
  expect(pages).toBeLessThan(150);
  expect(text).toContain('row 3998');
  expect(text).toMatch(/… \(10000\)[\s\S]*After it\./);
});

it('breaks a line of 200 kB without a space within the page', async () => {
  const { text } = await written(`Before.\n\n${'abcdefghij'.repeat(20_000)}END\n\nAfter.`);
  expect(text.replace(/\s|A report\s*\d+ \/ \d+/g, '')).toContain('abcdefghijEND');
  expect(text.match(/abcdefghij/g)?.length).toBeGreaterThan(15_000);
});

/** Calls `use` with the address of a server, and tells what was asked of it. */
async function askedOf(use: (base: string) => Promise<void>): Promise<string[]> {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(String(url));
    response.end();
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return asked;
  } finally {
    server.close();
  }
}

it('names remote pictures, and asks no server for anything', async () => {
  const asked = await askedOf(async (base) => {
    const { text } = await written(
      `![a chart](${base}/chart.png)\n\n<img src="${base}/html.png">\n\n![x][y]\n\n[y]: ${base}/ref.svg\n\n#image("${base}/typst.png")`,
    );
    expect(text).toContain('Image, not loaded: a chart');
  });
  expect(asked).toEqual([]);
});

it('draws labels of a chart that would be elements as the words they are, and loads nothing', async () => {
  const asked = await askedOf(async (base) => {
    const labels = [`</text><image href="${base}/a.png"/>`, 'a\u0000b\u0007 ]]> &lol;', '\ud800"\'/>'];
    const rows = labels.map((label, at) => [label, at + 1]);
    const { evidence } = chartEvidence('bar', { columns: ['<svg onload="x">', 'n'], rows, unit: '<€>' });
    const { text } = await written('[figure 1]', { evidence });
    expect(text.match(/<\/text><image/g)).toHaveLength(2);
    expect(text.match(/a\ufffd?b \]\]> &lol;/g)).toHaveLength(2);
  });
  expect(asked).toEqual([]);
});

it('sets what means something to the typesetter as it is written', async () => {
  const content =
    'Costs #read("/etc/passwd") $x^2$ @ref <label> = no heading #set page(width: 1pt) \\ ~ `#eval("1+1")`';
  const { text } = await written(content);
  expect(text).toMatch(/#read\("\/etc\/passwd"\) \$x\^2\$ @ref/);
  expect(text).toContain('#eval("1+1")');
  expect(text).not.toContain('root:');
});

it.each([
  ['a broken table', '| a | b |\n| --- |\n| 1 | 2 | 3 |\n\n| c |\n|---|\n|\n| x | y | z |', 'x'],
  ['NULs and lone surrogates', 'a\u0000b \ud800 c\u0007d', 'ab'],
  ['lists and quotes in each other', `${'> - '.repeat(60)}deep`, 'deep'],
  ['signs of directions without an end', '\u202e\u2067\u202dabc \u2068def', 'abc'],
  ['a heading and a table without text', '#\n\n| |\n|-|\n| |\n\n-\n\n1.\n\nend', 'end'],
])('sets %s', async (_what, content, expected) => {
  expect((await written(content)).text).toContain(expected);
});

it('is stopped at its limit of memory, and tells so', async () => {
  const small = createFileWork({ limit: 50_000, memory: 32 * MB });
  await expect(small.writeResult(storedResult('x'))).rejects.toThrow(FileWorkError);
});

it('refuses what is no answer', async () => {
  const { rows, ...words } = storedResult('x');
  await expect(work.writeResult({ ...words, rows: { ...rows, answer: { content: 1 } } })).rejects.toThrow(
    FileWorkError,
  );
});
