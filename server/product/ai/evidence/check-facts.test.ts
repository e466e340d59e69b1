import { describe, expect, it } from 'vitest';
import { checkText } from './check-text.ts';
import type { Claim } from './claim.ts';

interface Case {
  readonly language?: string;
  readonly text?: string;
  readonly around?: string;
  readonly given?: readonly string[];
}

const RENT = 'The rent in Munich rose to 3.4 million euros last year';

function isMarked(
  sentence: string,
  quote: string,
  { language = 'en', text, around, given }: Case = {},
): boolean {
  const claim: Claim = {
    id: 'c1',
    source: 's1',
    text: text ?? quote,
    quote,
    around: around ?? quote,
    verdict: 'exact',
    answers: [],
  };
  const { markdown } = checkText(`${sentence} [c1].`, {
    claims: [claim],
    language,
    given: given ?? [],
    today: '2026-11-23',
  });
  return markdown.includes('[?]');
}

describe('marks a sentence that differs from its quote', () => {
  it.each([
    ['another scale and money', 'The rent in Munich rose to 3.4 billion dollars'],
    ['other money', 'The rent in Munich rose to 3.4 million dollars'],
    ['no scale', 'The rent in Munich rose to 3.4 euros'],
    ['a share', 'The rent in Munich rose by 3.4 %'],
    ['a minus', 'The rent in Munich rose to -3.4 million euros'],
    ['a minus in words', 'The rent in Munich rose to minus 3.4 million euros'],
    ['a number in words', 'The rent in Munich rose to three hundred million euros'],
    ['a fraction', 'The rent in Munich rose to ½ million euros'],
    ["today's year as a number", 'In Munich 2026 people lost their rent last year'],
    ['another city', 'The rent in Berlin rose to 3.4 million euros'],
    ['another city at the beginning', 'Berlin saw the rent rise to 3.4 million euros last year'],
    ['somebody who is not named', 'The rent rose to 3.4 million euros, the World Bank says'],
  ])('%s', (_what, sentence) => {
    expect(isMarked(sentence, RENT)).toBe(true);
  });

  it.each([
    ['The town has 1.5 flats for rent', 'The town has 1,500 flats for rent today', 'en'],
    ['Just over 62 billion dollars were lost', 'The firms lost 61.4 billion dollars in all', 'en'],
    ['Almost 61 billion dollars were lost', 'The firms lost 61.4 billion dollars in all', 'en'],
    ['About 60 billion euros were lost', 'The firms lost 61.4 billion dollars in all', 'en'],
    ['More than 1,900 people came', 'In 2000, people came from all over the town', 'en'],
    ['More than 60 people came', 'In all, 62 people came to the fair', 'en'],
    ['Who is over 60 years old travels free', 'Who is 62 years old travels free', 'en'],
    ['More than 3,000 flats are empty', 'Of the flats, 3,900 are empty today', 'en'],
    ['Der See ist gut 40 Meter tief', 'Der See ist 41 Kilometer lang und nicht tief', 'de'],
    ['The lease ends on 3 May 2026', 'The lease ends on 3 May 2025 at noon', 'en'],
    ['Die Frist endet am 3. Mai 2026', 'Die Frist endet am 3.5.2025 um Mitternacht', 'de'],
    ['The hall opened in March 2019', 'The hall opened in March 2018 and got its roof in 2019', 'en'],
    ['In 2026 prices rose by 5 %', 'In 2025 prices rose by 5 % on average', 'en'],
    ['Il museo è aperto dalle 9 alle 18', 'Il museo è aperto tutti i giorni, 9:00-17:00', 'it'],
    ['From 10 to 20 people work in the museum', 'The museum opens from 10:00 to 20:00', 'en'],
    ['Der Umsatz betrug 1,5 Euro im Jahr', 'Der Umsatz betrug 1.500 Euro im Jahr und mehr', 'de'],
    ['Der Umsatz betrug 1,5 Billionen Euro', 'The turnover of the firm is 1.5 billion euros', 'de'],
    ['Die Miete in Berlin stieg stark', 'Die Miete in München ist stark gestiegen und hoch', 'de'],
    ['Der Umsatz von BMW stieg stark', 'Der Umsatz von VW ist stark gestiegen und hoch', 'de'],
    ['Le loyer à Paris a augmenté', 'Le loyer à Lyon a augmenté pour les familles', 'fr'],
    ['Zwölf Prozent der Leute mieten', 'Es mieten 20 Prozent der Leute und der Firmen', 'de'],
    ['The museum is open until 6 a.m.', 'The museum is open until 6 p.m. and not longer', 'en'],
    ['The museum is open from 9 a.m.', 'The museum is open from 10:00 to 18:00 every day', 'en'],
    ['The museum has room for 18 people', 'The museum is open from 10:00 to 18:00 every day', 'en'],
  ])('%s, by: %s', (sentence, quote, language) => {
    expect(isMarked(sentence, quote, { language, text: sentence })).toBe(true);
  });

  it("if its claim says it, but the claim's quote does not", () => {
    const text = 'The vaccine is deadly and was withdrawn by its maker';
    expect(isMarked(text, 'Our opening hours are from Monday to Friday', { text })).toBe(true);
  });

  it('if the person named two, and the quote is about the other', () => {
    const given = ['Compare Munich and Berlin'];
    expect(isMarked('The rent in Berlin rose to 3.4 million euros', RENT, { given })).toBe(true);
  });
});

describe('does not mark a sentence that says the same in other words', () => {
  it.each([
    'In Munich, the rent rose to €3.4m',
    'Munich saw the rent rise to EUR 3.4 million last year',
    'The Munich rent rose to 3,400,000 euros',
    'The rent rose to 3.4 million last year',
  ])('%s', (sentence) => {
    expect(isMarked(sentence, RENT)).toBe(false);
  });

  it.each([
    ['de', 'In München stieg die Miete auf 3,4 Millionen Euro'],
    ['de', 'In München stieg die Miete auf 3,4 Mio. €'],
    ['fr', 'À Munich, le loyer est passé à 3,4 millions d’euros'],
    ['es', 'En Múnich, el alquiler subió a 3,4 millones de euros'],
    ['it', 'A Monaco l’affitto è salito a 3,4 milioni di euro'],
    ['pl', 'W Monachium czynsz wzrósł do 3,4 mln euro'],
    ['ru', 'В Мюнхене аренда выросла до 3,4 млн евро'],
    ['hi', 'म्यूनिख में किराया 3.4 मिलियन यूरो हो गया'],
    ['ar', 'ارتفع الإيجار في ميونخ إلى ٣٫٤ مليون يورو'],
    ['zh', '慕尼黑的租金涨到了340万欧元'],
  ])('in %s: %s', (language, sentence) => {
    expect(isMarked(sentence, RENT, { language, text: sentence })).toBe(false);
  });

  it.each([
    ['Rents rose by 12 percent', 'Rents rose by 12 % in the year'],
    ['Rents rose by twelve percent', 'Rents rose by 12 % in the year'],
    ['Rents fell by 3.4 %', 'Rents: -3.4 % in the year to May'],
    ['Rents changed by -3.4 %', 'Rents fell by 3.4 % in the year'],
    ['Rents rise by 10 to 12 percent', 'Rents rise by between 10 and 12 % of the old ones'],
    ['The fund holds $1.2bn', 'The fund holds 1.2 billion US dollars in all'],
    ['The term is 3 months', 'The term is three months and can be longer'],
    ['The walk takes 3½ hours', 'The walk takes 3.5 hours for most of us'],
    ['The WHO recommends two doses', 'The World Health Organization recommends two doses'],
    ['French rents are high', 'The rents in France are high'],
    ['In May, Angela Merkel praised the flats', 'Merkel praised the flats in May'],
    ['In 2026 rents are high', 'The rents are high'],
    ['As of 2026, rents are high', 'The rents are high'],
    ['Just over $61 billion were lost', 'The firms lost $61.4 billion in all'],
    ['Nearly 10 percent of flats are empty', 'Of the flats, 9.7 % are empty'],
    ['About 60,000 flats are empty', 'Of the flats, 58,650 are empty today'],
    ['As of 2026, 2,000 flats are empty', 'There are 2,000 empty flats'],
    ['The fair is in March 2019', 'The fair is in March 2018 and 2019 as before'],
    ['The fair of 2026 opens on 3 May', 'From 3 May 2026 on, the fair is open'],
    ['**Chains**: Required from 15 November', 'Chains are required from 15 November'],
    ['The museum is open from 10 a.m. to 6 p.m.', 'The museum is open from 10:00 to 18:00'],
    ['The museum is open from 10 to 6 p.m.', 'Museum: open 10.00–18.00 h, not on Mondays'],
    ['The train leaves at 7:12 p.m.', 'Départ du train : 19 h 12'],
  ])('%s, by: %s', (sentence, quote) => {
    expect(isMarked(sentence, quote)).toBe(false);
  });

  it.each([
    [
      'de',
      'Die Kündigungsfrist beträgt laut Vermieter dreihundert Tage',
      'Die Kündigungsfrist ist 300 Tage und nicht mehr',
    ],
    ['de', 'Die Preise 2026 sind hoch', 'Die Preise sind hoch und sie steigen'],
    ['fr', 'Le prix a augmenté de quatre-vingt-dix pour cent', 'Le prix a augmenté de 90 % dans les villes'],
    [
      'pl',
      'W Warszawie czynsz jest wysoki',
      'Czynsz: Warszawa jest droga i to się nie zmieni, czynsz rośnie',
    ],
    [
      'de',
      'Das Amt ist donnerstags bis 18 Uhr offen',
      'Das Amt ist offen: Mo 8.00–16.00 Uhr, Do 8.00–18.00 Uhr',
    ],
    ['de', 'Der See ist gut 40 Meter tief', 'Die größte Tiefe des Sees beträgt 41,5 Meter'],
    ['es', 'El paro bajó en casi 59.000 personas', 'El paro bajó en mayo en 58.650 personas'],
    ['nl', 'De huizen werden bijna 9 procent duurder', 'De huizen zijn 8,9 procent duurder geworden'],
    ['es', 'El museo abre de 10 a 20 horas', 'Horario del museo: de 10.00 a 20.00 horas'],
    ['it', 'Il museo è aperto dalle 9 alle 17', 'Il museo è aperto tutti i giorni, 9:00-17:00'],
    ['de', 'Das Museum ist offen von 9 bis 17', 'Das Museum ist offen: 9.00–17.00 Uhr'],
    ['ru', 'Музей открыт с 11 утра', 'Музей открыт ежедневно с 11:00 до 19:00'],
  ])('in %s: %s', (language, sentence, quote) => {
    expect(isMarked(sentence, quote, { language })).toBe(false);
  });

  it('if the quote says "it" for what its passage names', () => {
    const around = 'The Archaeological Museum is in Bolzano. It opens at 9 in the morning.';
    expect(isMarked('The museum in Bolzano opens at 9', 'It opens at 9 in the morning', { around })).toBe(
      false,
    );
  });

  it('if the person named it', () => {
    const given = ['Drive to Bolzano'];
    const quote = 'Winter tyres need 4 mm of tread by the law';
    expect(isMarked('For Bolzano, winter tyres need 4 mm of tread', quote, { given })).toBe(false);
  });

  it('if a table states the scale of its numbers once', () => {
    const around = 'Umsatz und Gewinn (in Mio. Euro) der Firma. Umsatz 3,4 und Gewinn 1,2';
    expect(
      isMarked('The turnover was 3.4 million euros', 'Umsatz 3,4 und Gewinn 1,2', {
        around,
        text: 'The turnover was 3.4 million euros',
      }),
    ).toBe(false);
  });
});
