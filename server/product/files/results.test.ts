import { describe, expect, it } from 'vitest';
import type { LanguageCode } from '#domain/languages.ts';
import { storedResult } from '#tests/fixtures/stored-result.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import type { StoredResult } from './file-job.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createTestFileWork({ limit: 50_000 });

/** What the project's own reader finds in the PDF of a result, page by page. */
async function pagesOf(result: StoredResult): Promise<readonly string[]> {
  const { bytes, pages } = await work.writeResult(result);
  const read = await work.readPdf(bytes);
  expect(read).toMatchObject({ title: result.title, garbled: [], scanned: [] });
  expect(read.pages).toHaveLength(pages);
  return read.pages;
}

const textOf = async (result: StoredResult): Promise<string> => (await pagesOf(result)).join('\n');

/** Two sentences each, with what the script is known for: joined letters, marks, words without spaces, digits. */
const SCRIPTS: readonly (readonly [script: string, language: LanguageCode, sentences: readonly string[]])[] =
  [
    ['Latin', 'de', ['Die Größe der Fläche beträgt 120 m².', 'Čeština a ﬁnančné účty, naïve façade.']],
    ['Cyrillic', 'ru', ['Съешь ещё этих мягких французских булок.', 'Їжак і ґанок з’їли 25 яблук.']],
    ['Greek', 'en', ['Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.', 'Οι τιμές αυξήθηκαν κατά 12 %.']],
    ['Arabic', 'ar', ['ارتفعت الأسعار في المدن الكبرى.', 'يدفع معظم الناس أقل إذا غيروا مبكرا.']],
    ['Hebrew', 'en', ['המחירים עלו בערים הגדולות.', 'רוב האנשים משלמים פחות.']],
    ['Devanagari', 'hi', ['विद्यार्थियों ने क्षेत्र का निरीक्षण किया।', 'कीमतें बारह प्रतिशत बढ़ीं।']],
    ['Thai', 'th', ['ราคาเฉลี่ยเพิ่มขึ้นในเมืองใหญ่', 'ผู้คนส่วนใหญ่จ่ายน้อยลงเมื่อเปลี่ยนเร็ว']],
    ['Tamil', 'ta', ['விலைகள் பன்னிரண்டு சதவீதம் உயர்ந்தன.', 'பெரும்பாலானோர் குறைவாகவே செலுத்துகிறார்கள்.']],
    ['Chinese', 'zh', ['大城市的平均价格上涨了百分之十二。', '分析师预计明年还会继续增长。']],
    ['Japanese', 'ja', ['大都市の平均価格は12％上昇した。', 'カタカナと漢字を含む文書です。']],
    ['Korean', 'ko', ['대도시의 평균 가격이 12% 올랐다.', '漢字가 섞인 문장도 읽을 수 있다.']],
  ];

const flat = (text: string): string => text.normalize('NFKC').replace(/[\s\u200b-\u200f\u2066-\u2069]/g, '');

describe('the PDF of a result', () => {
  it.each(SCRIPTS)('has sentences in %s that can be found again', async (_script, language, sentences) => {
    const [first = '', second = ''] = sentences;
    const content = `# ${first}\n\n${second}\n\n- **${first}**\n\n| ${first} | 1 |\n| --- | ---: |\n| ${second} | 2 |`;
    const text = flat(await textOf(storedResult(content, { language })));
    expect(text.split(flat(first))).toHaveLength(4);
    expect(text.split(flat(second))).toHaveLength(3);
  });

  it('has its title, number, model and time', async () => {
    const result = storedResult('Rent is 30.', { title: 'Costs of a flat' });
    const { bytes } = await work.writeResult(result);
    const [page = ''] = (await work.readPdf(bytes)).pages;
    expect(page).toMatch(
      /^Costs of a flat\nNo\. 0047\. Made by lab\/large, Fri 20 Nov 2026, 09:14\nRent is 30\./,
    );
    expect(page).toContain('1 / 2');
  });

  it('tells readers of screens its language and its parts', async () => {
    const content = '## Rent\n\n- one\n\n| a | b |\n| --- | --- |\n| 1 | 2 |';
    const { bytes } = await work.writeResult(storedResult(content, { language: 'pt' }));
    const source = bytes.toString('latin1');
    expect(source).toMatch(/\/Lang\s*\(pt/);
    expect(source).toMatch(/\/MarkInfo/);
    for (const part of ['/H1', '/L', '/Table', '/TH']) expect(source).toContain(`/S ${part}`);
  });

  it('repeats the head of a table that goes on on the next page', async () => {
    const rows = Array.from({ length: 80 }, (_row, at) => `| item ${at} | ${at} |`);
    const pages = await pagesOf(storedResult(['| Item | Price |', '| --- | ---: |', ...rows].join('\n')));
    expect(pages).toHaveLength(3);
    for (const page of pages.slice(0, 2)) expect(page).toMatch(/Item\s+Price\n.*item/);
  });

  it('lists its sources, and ends with its receipt on a page of its own', async () => {
    const source = {
      n: 1,
      title: 'Rents in Europe',
      url: 'https://rents.example/2026',
      host: 'rents.example',
      date: null,
      read_at: '2026-11-20T09:14:05Z',
      quotes: [{ text: 'Rents rose by 12 %', around: 'Rents rose by 12 % last year' }],
    };
    const evidence = { sources: [source], pages_read: 3, unverified: ['It may rain.'], open: [], unread: [] };
    const pages = await pagesOf(storedResult('Rents rose [1]. It may rain [?]', { more: { evidence } }));
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatch(
      /not verified.*\nSources\n.*\[1\] Rents in Europe\. No date, read 20.Nov.2026.*\nRents rose by 12 %/s,
    );
    expect(pages[1]).toMatch(
      /^Receipt\nErrand No\. 0047\n.*1 rents\.example: 1 quote.*It may rain\..*Model: lab\/large/s,
    );
  });

  it('links only what the answer may link to', async () => {
    const evidence = {
      sources: [
        {
          n: 1,
          title: 'A',
          url: 'https://known.example/a',
          host: 'known.example',
          date: null,
          read_at: '2026-11-20T09:14:05Z',
          quotes: [],
        },
      ],
      pages_read: 1,
      unverified: [],
      open: [],
      unread: [],
    };
    const content =
      '[one](https://known.example/a), [two](https://collector.example/?d=1), [three](javascript:x)';
    const { bytes } = await work.writeResult(storedResult(content, { more: { evidence } }));
    const source = bytes.toString('latin1');
    expect(source.match(/\/URI\s*\([^)]*\)/g)).toEqual(['/URI (https://known.example/a)']);
  });
});
