import { makePdf } from '../../fixtures/make-pdf.ts';
import { attached, type GoldenTask } from '../golden-task.ts';

const csv = (name: string, ...lines: readonly string[]) =>
  [attached(name, 'text/csv', Buffer.from(lines.join('\n')))] as const;

type Units = Readonly<Record<string, string>>;
const query = (sql: string, units: Units = {}) => ({
  purpose: 'Looked it up',
  sql,
  columns: Object.entries(units).map(([name, unit]) => ({ name, unit })),
  chart: null,
});
export const analysisPlan = (...queries: readonly (string | readonly [sql: string, units: Units])[]) => ({
  queries: queries.map((each) => (typeof each === 'string' ? query(each) : query(...each))),
  more: false,
});

/** The figures that are expected were added up by hand. */
export const ANALYSES: readonly GoldenTask[] = [
  {
    tool: 'data_analysis',
    trap: 'German decimals, sums between the rows and as the last one, numbers that a model has typed, one of them a part of a date',
    language: 'de',
    title: 'Welche Region bringt am meisten ein?',
    files: csv(
      'umsatz.csv',
      'Datum;Region;Umsatz',
      '05.01.2026;Nord;1.200,50',
      '07.02.2026;Nord;99,50',
      ';Zwischensumme Nord;1.300,00',
      '06.01.2026;Süd;300,00',
      '08.02.2026;West;12,25',
      ';Summe;1.612,25',
    ),
    model: {
      plan: analysisPlan(
        'select region as name, round(sum(umsatz), 2) as total from umsatz group by 1 order by 2 desc',
        'select round(sum(umsatz), 2) as total from umsatz',
        'select datum as name, umsatz as total from umsatz order by 1 desc',
      ),
      drafts: [
        {
          says: [
            { text: '# {{q1.r1.name}} bringt am meisten ein\n\n', shown: '# Nord bringt am meisten ein' },
            {
              text: 'Auf {{q1.r1.name}} entfallen {{q1.r1.total}} Euro.',
              shown: 'Auf Nord entfallen 1.300 Euro.',
            },
            { text: 'Insgesamt sind es {{q2.r1.total}} Euro.', shown: 'Insgesamt sind es 1.612,25 Euro.' },
            { text: 'Der letzte Umsatz war am 8. Februar 2026.' },
            { text: 'Die Preise stiegen um 5 Prozent.', lie: 'typed number' },
            { text: 'Im Vorjahr waren es 4711 Euro.', lie: 'typed number' },
            { text: 'Mit der letzten Zeile sind es 3.224,50 Euro.', lie: 'typed number' },
          ],
        },
      ],
    },
  },
  {
    tool: 'data_analysis',
    trap: 'a number of another row, a cell that does not exist, percentages below ten, numbers that are typed into the queries, and words that make others of them',
    language: 'en',
    title: 'Which city has the most visitors?',
    files: csv(
      'visitors.csv',
      'city,visitors,growth',
      'Oslo,1204,1.6 %',
      'Bergen,873,0.5 %',
      'Drammen,310,2.4 %',
    ),
    model: {
      plan: analysisPlan(
        'select city as name, visitors as total from visitors order by 2 desc',
        [
          'select max(growth) as top, avg(growth) as mean, round(100.0 * max(visitors) / sum(visitors), 1) as part from visitors',
          { top: '%', mean: '%', part: '%' },
        ],
        'select 4200000 as total from visitors limit 1',
        "select '42 percent of all' as note, count(*) as entries from visitors",
        'select 777 as total',
      ),
      drafts: [
        {
          says: [
            { text: '{{q1.r1.name}} had {{q1.r1.total}} visitors.', shown: 'Oslo had 1,204 visitors.' },
            { text: 'Drammen had {{q1.r3.total}} visitors.', shown: 'Drammen had 310 visitors.' },
            {
              text: 'Bergen had {{q1.r1.total}} visitors.',
              shown: 'Bergen had 1,204 visitors.',
              lie: 'wrong row',
            },
            { text: 'The growth was {{q1.r1.growth}} in all.', shown: 'The growth was', lie: 'missing cell' },
            { text: 'Prices rose by 7 percent.', lie: 'typed number' },
            {
              text: 'The growth is {{q2.r1.mean|percent}} on average, and {{q2.r1.top|percent}} at most.',
              shown: 'The growth is 1.5% on average, and 2.4% at most.',
            },
            {
              text: 'The part of the first is {{q2.r1.part|percent}}.',
              shown: 'The part of the first is 50.4%.',
            },
            {
              text: 'Last year it was {{q3.r1.total}} visitors.',
              shown: 'Last year it was 4,200,000 visitors.',
              lie: 'typed number',
            },
            { text: 'The share was 42 percent of all.', lie: 'typed number' },
            {
              text: 'Oslo had {{q1.r1.total}} million visitors.',
              shown: 'Oslo had 1,204 million visitors.',
              lie: 'typed number',
            },
            { text: 'The others had twenty-five visitors together.', lie: 'typed number' },
            {
              text: 'The budget was {{q5.r1.total|currency:EUR}}.',
              shown: 'The budget was €777.',
              lie: 'typed number',
            },
          ],
        },
      ],
    },
    ends: { notices: ['sentences_left_out'] },
  },
  {
    tool: 'data_analysis',
    trap: 'a table in a PDF, and a share in French spelling',
    language: 'fr',
    title: 'Quelle région vend le plus ?',
    files: [
      attached(
        'ventes.pdf',
        'application/pdf',
        makePdf([], {
          tables: [
            {
              title: 'Ventes',
              rows: [
                ['Region', 'Unites'],
                ['Bretagne', '12'],
                ['Alsace', '7'],
              ],
            },
          ],
        }),
      ),
    ],
    model: {
      plan: analysisPlan(
        'select region as name, unites as total, round(unites * 1.0 / (select sum(unites) from ventes_p1), 4) as share from ventes_p1 order by 2 desc',
      ),
      drafts: [
        {
          says: [
            {
              text: '{{q1.r1.name}} vend {{q1.r1.total}} unités, soit {{q1.r1.share|percent}} du total.',
              shown: 'Bretagne vend 12 unités, soit 63,2 % du total.',
            },
            {
              text: 'Alsace vend {{q1.r1.total}} unités.',
              shown: 'Alsace vend 12 unités.',
              lie: 'wrong row',
            },
          ],
        },
      ],
    },
  },
  {
    tool: 'data_analysis',
    trap: 'names of rows that run from right to left, beside numbers, two bars between the cells',
    language: 'ar',
    title: 'أي مدينة استقبلت أكثر الزوار؟',
    files: csv('visitors.csv', 'city||visitors', 'القاهرة||1204', 'أسوان||873', 'الأقصر||310'),
    model: {
      plan: analysisPlan(
        'select city as name, visitors as total from visitors order by 2 desc',
        'select sum(visitors) as total from visitors',
      ),
      drafts: [
        {
          says: [
            {
              text: 'استقبلت {{q1.r1.name}} {{q1.r1.total|plain}} زائر.',
              shown: 'استقبلت القاهرة 1204 زائر.',
            },
            {
              text: 'المجموع {{q2.r1.total|plain}} زائر في كل المدن.',
              shown: 'المجموع 2387 زائر في كل المدن.',
            },
            {
              text: 'استقبلت أسوان {{q1.r1.total|plain}} زائر.',
              shown: 'استقبلت أسوان 1204 زائر.',
              lie: 'wrong row',
            },
            { text: 'استقبلت الأقصر ٩٩٩ زائر.', lie: 'typed number' },
          ],
        },
      ],
    },
  },
  {
    tool: 'data_analysis',
    trap: 'a head without a row',
    language: 'es',
    title: '¿Qué producto se vende más?',
    files: csv('ventas.csv', 'producto,unidades', ''),
    model: {
      plan: analysisPlan('select 1 as total'),
      drafts: [{ says: [{ text: 'Se vendieron 12 unidades.', lie: 'typed number' }] }],
    },
    ends: { fails: 'no_table' },
  },
];
