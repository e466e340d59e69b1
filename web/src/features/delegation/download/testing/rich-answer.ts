const TARIFF = 'https://harbour.example/tariff?year=2026&lang=en';
const RENTS = 'https://rents.example/2026#p3';

export const RICH_TITLE = 'Costs of the move: “Übersicht” & <more>';

/** A report with everything that Markdown has, as models write it. */
export const RICH = `A summary of **all costs** of the move, with *two* options and \`code\`. Prices rose by 12 % [1]; they may rise again [?].

## 1. What it costs

The total is **€1,234,567.89**, that is −5.5 % less than in 2025. See [the tariff of the harbour office](${TARIFF}) and [page 3](${RENTS}).

| Item | Day | Price (€) | Share | Remark |
| --- | :---: | ---: | ---: | --- |
| Van | 2026-11-20 | 1,200.50 | 12.5 % | with **driver** |
| Deposit, paid back | 2026-12-01 | -450.00 | -4.7 % | =1+1 |
| Boxes | 2027-01-31 | 37 | 0.4 % | -5 apples; +49 30 123456 |
| A long name of a thing that has to be wrapped because no column has room for it | 2027-02-28 | 1,000,000 | 87 % | @home, see [the tariff](${TARIFF}) |

### 1.1 Steps

1. Call the office
   - Ask for Ms Müller
     - or for her deputy, Mr Łukasz Żółć
   - Ask about *parking*
2. Pay the deposit

   It is paid back within ninety days.

   > “Deposits are returned.” (the office)
3. Move
   1. Pack
   2. Drive
      1. Slowly

- [x] Tell the landlord by 9 December 2026
- [ ] Book the van on Friday 😀
- [ ] Cancel electricity ⚡ and water

### 1.2 What the office says

> Vans above 3.5 t need a permit.
>
> It costs **€30** per day, and must be shown.
>
> - on the day
> - in the window

#### A formula

\`\`\`python
def cost(days: int) -> float:
    """Price of a van; ß, é and 漢字 are fine."""
    return days * 1_200.50 if days < 3 else round(days ** 0.5 * 2_000, 2)
\`\`\`

Signs such as $E = mc^2$, 3 × 4 ≤ 12, H₂O, ½ and x² stay as they are. A footnote[^1] too.

---

## 2. In other scripts

ارتفعت الأسعار في المدن الكبرى بنسبة -12 % منذ يناير 2025.

המחירים עלו בערים הגדולות מאז ינואר 2025.

- רוב האנשים משלמים פחות

ราคาเฉลี่ยเพิ่มขึ้นในเมืองใหญ่ร้อยละสิบสองตั้งแต่เดือนมกราคม

विद्यार्थियों ने क्षेत्र का निरीक्षण किया, और कीमतें बारह प्रतिशत बढ़ीं।

大城市的平均价格上涨了百分之十二，分析师预计明年还会继续增长。

| שם | סכום |
| --- | ---: |
| ינואר | 1,200 |
| פברואר | -300 |

[^1]: The footnote says more.
`;

export const RICH_LINKS = [TARIFF, RENTS, 'https://third.example/'];

/** With their levels in a document. */
export const RICH_HEADINGS = [
  [1, '1. What it costs'],
  [2, '1.1 Steps'],
  [2, '1.2 What the office says'],
  [3, 'A formula'],
  [1, '2. In other scripts'],
  [1, 'Sources'],
] as const;

/** What has to be found in any file that is made of it, whatever the format. */
export const RICH_SENTENCES = [
  'A summary of all costs of the move, with two options and code. Prices rose by 12 % [1]; they may rise again (not verified).',
  'The total is €1,234,567.89, that is −5.5 % less than in 2025. See the tariff of the harbour office',
  'Ask for Ms Müller',
  'or for her deputy, Mr Łukasz Żółć',
  'It is paid back within ninety days.',
  '“Deposits are returned.” (the office)',
  'Tell the landlord by 9 December 2026',
  'Book the van on Friday 😀',
  'It costs €30 per day, and must be shown.',
  '"""Price of a van; ß, é and 漢字 are fine."""',
  'return days * 1_200.50 if days < 3 else round(days ** 0.5 * 2_000, 2)',
  'Signs such as $E = mc^2$, 3 × 4 ≤ 12, H₂O, ½ and x² stay as they are. A footnote',
  'ارتفعت الأسعار في المدن الكبرى بنسبة',
  'המחירים עלו בערים הגדולות מאז ינואר',
  'רוב האנשים משלמים פחות',
  'ราคาเฉลี่ยเพิ่มขึ้นในเมืองใหญ่ร้อยละสิบสองตั้งแต่เดือนมกราคม',
  'विद्यार्थियों ने क्षेत्र का निरीक्षण किया, और कीमतें बारह प्रतिशत बढ़ीं।',
  '大城市的平均价格上涨了百分之十二，分析师预计明年还会继续增长。',
  'The footnote says more.',
  'Quoted from a page, “as it is”',
];

export const RICH_CELLS = [
  ['Van', '2026-11-20', '1,200.50', '12.5 %', 'with driver'],
  ['Deposit, paid back', '2026-12-01', '-450.00', '-4.7 %', '=1+1'],
  ['Boxes', '2027-01-31', '37', '0.4 %', '-5 apples; +49 30 123456'],
];

const source = (n: number, title: string, url: string, date: string | null, quote: string) => ({
  n,
  title,
  url,
  host: new URL(url).host,
  date,
  read_at: '2026-11-20T09:14:05Z',
  quotes: [{ text: quote, around: quote }],
});

export const RICH_EVIDENCE = {
  sources: [
    source(1, 'Rents in Europe', RENTS, null, 'Rents rose'),
    source(2, 'Tariff', TARIFF, null, 'A van costs'),
    // The text doesn't link it, so it's listed at the end.
    source(3, 'تعريفة الميناء', 'https://third.example/', '2026-10-01', 'Quoted from a page, “as it is”'),
  ],
  pages_read: 3,
  unverified: ['they may rise again'],
  open: [],
  unread: [],
};
