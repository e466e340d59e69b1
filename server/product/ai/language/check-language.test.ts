import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { FOREIGN_PARAGRAPHS, REPORT_PARAGRAPHS, SENTENCES } from '#tests/fixtures/language-samples.ts';
import { checkLanguage } from './check-language.ts';

describe('checkLanguage', () => {
  it.each(LANGUAGE_CODES)('recognises %s', (code) => {
    expect(checkLanguage(SENTENCES[code], code)).toMatchObject({ share: 1, isInLanguage: true });
  });

  it.each(LANGUAGE_CODES)('takes no other language for %s', (code) => {
    const others = LANGUAGE_CODES.filter((other) => other !== code);
    const mistaken = others.filter((other) => checkLanguage(SENTENCES[other], code).isInLanguage);
    expect(mistaken).toEqual([]);
  });

  it('recognises a report in each language, also by its first paragraph', () => {
    for (const code of LANGUAGE_CODES) {
      const [first, second] = REPORT_PARAGRAPHS[code] ?? [];
      if (first === undefined) continue;
      expect([code, checkLanguage(first, code).share]).toEqual([code, 1]);
      expect([code, checkLanguage(`${first}\n\n${second}`, code).share]).toEqual([code, 1]);
    }
  });

  it.each(Object.entries(REPORT_PARAGRAPHS))(
    'takes a report in %s for no other language',
    (code, paragraphs) => {
      const others = LANGUAGE_CODES.filter((other) => other !== code);
      const report = paragraphs.join('\n\n');
      expect(others.filter((other) => checkLanguage(report, other).isInLanguage)).toEqual([]);
    },
  );

  it.each(Object.entries(FOREIGN_PARAGRAPHS))(
    'takes %s for none of the supported languages',
    (_code, text) => {
      expect(LANGUAGE_CODES.filter((code) => checkLanguage(text, code).isInLanguage)).toEqual([]);
    },
  );

  it('judges a text of quotations only by those', () => {
    const [first] = REPORT_PARAGRAPHS.en ?? [];
    expect(checkLanguage(`> ${first}`, 'de').isInLanguage).toBe(false);
    expect(checkLanguage(`> ${first}`, 'en').isInLanguage).toBe(true);
  });

  it('judges fenced prose, but not code', () => {
    const [first] = REPORT_PARAGRAPHS.en ?? [];
    const [german] = REPORT_PARAGRAPHS.de ?? [];
    for (const kind of ['markdown', 'text', 'md'])
      expect([kind, checkLanguage(`\`\`\`${kind}\n${first}\n\`\`\``, 'de').isInLanguage]).toEqual([
        kind,
        false,
      ]);
    const both = `${german}\n\n\`\`\`text\n${german}\n\`\`\`\n\n\`\`\`sql\n-- ${first}\nselect 1\n\`\`\`\n\n${german}`;
    expect(checkLanguage(both, 'de')).toMatchObject({ share: 1 });
  });

  it('is not misled by names, terms and short lines', () => {
    const hotels = `# Hotels in Bozen

Hier sind drei Häuser nahe am Bahnhof:

- **Hotel Greif**, Piazza Walther 1, ab 180 Euro
- **Parkhotel Laurin**, Via Laurin 4, mit Garten
- **Goldenstern Townhouse**, Via Bottai 5, ruhig gelegen

Alle sind zu Fuß in zehn Minuten erreichbar.`;
    const packages = `Installiere zuerst die Pakete mit npm install und starte danach den Development Server. Der Build
Prozess nutzt Vite, TypeScript und ESLint; die Konfiguration steht in vite.config.ts.`;
    expect(checkLanguage(hotels, 'de').share).toBe(1);
    expect(checkLanguage(packages, 'de').share).toBe(1);
    const list = '1. Call the bank\n2. Buy milk\n3. Pay rent\n4. Email Anna about the trip\n5. Book flights';
    expect(checkLanguage(list, 'en').share).toBe(1);
    const brief =
      'Aboneliği uygulamadan istediğiniz zaman iptal edebilirsiniz. Para yedi iş gününde hesabınıza geçer.';
    expect(checkLanguage(brief, 'tr').share).toBe(1);
  });

  it('requires nine tenths of the text, by paragraph', () => {
    const german =
      'Das ist ein Absatz, der auf Deutsch geschrieben ist und auch nicht mehr sein will. '.repeat(3);
    const english = 'This is one paragraph that is written in English, and it is not what was wanted.';
    const mostly = [german, german, german, german, english].join('\n\n');
    expect(checkLanguage(mostly, 'de').isInLanguage).toBe(true);
    const half = checkLanguage([german, english, english, english].join('\n\n'), 'de');
    expect(half.isInLanguage).toBe(false);
    expect(half.share).toBeGreaterThan(0.3);
    expect(half.share).toBeLessThan(0.7);
  });

  it('ignores code, quotations and addresses', () => {
    const text = `${SENTENCES.ja}

\`\`\`ts
const answer = 'this is code and it is in the language of code, as it has to be';
\`\`\`

> And this is a quotation that stays in the language in which it was once written.

https://example.org/this/is/an/address/that/is/long/and/in/the/language/of/the/web`;
    expect(checkLanguage(text, 'ja').share).toBe(1);
  });

  it('accepts text that is too short to judge', () => {
    expect(checkLanguage('42 km\n\nOK', 'th').isInLanguage).toBe(true);
    expect(checkLanguage('', 'de').isInLanguage).toBe(true);
  });

  it.each([
    ['blank lines', '\n \n'],
    ['quotation marks', '> '],
    ['fences', '```\n~~~\n'],
    ['links without end', ']('],
    ['brackets', '](('],
    ['backticks', '`'],
    ['addresses', 'https://'],
  ])('ends on a megabyte of %s', (_what, text) => {
    expect(checkLanguage(text.repeat(1_000_000 / text.length), 'de').isTold).toBe(false);
  });

  it('does not take Japanese with few kana for Chinese', () => {
    const text =
      '東京都内で開催予定の国際会議に参加するため、航空券と宿泊施設の予約状況を至急確認してください。';
    expect(checkLanguage(text, 'zh').isInLanguage).toBe(false);
    expect(checkLanguage(text, 'ja').isInLanguage).toBe(true);
  });

  it('allows names and terms in Latin letters', () => {
    const text =
      'PostgreSQL と TypeScript を使う場合は、npm install を実行してから設定ファイルを編集してください。';
    expect(checkLanguage(text, 'ja').isInLanguage).toBe(true);
  });
});
