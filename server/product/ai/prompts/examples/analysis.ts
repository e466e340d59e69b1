import { jsonExample, type TwoExamples } from '../show-examples.ts';

/** A sum by name with a chart, and a share over two tables, which the report could not compute. */
export const QUERIES_EXAMPLES: TwoExamples = [
  jsonExample('Task: Which stall sells most? Table market: stall, sold (in kg).', {
    queries: [
      {
        purpose: 'Adds up sales by stall',
        sql: 'SELECT stall, SUM(sold) AS total FROM market GROUP BY 1 ORDER BY 2 DESC',
        columns: [
          { name: 'stall', unit: null },
          { name: 'total', unit: 'kg' },
        ],
        joins: [],
        pivot: null,
        chart: { kind: 'bar', title: 'Sales by stall', label: 'stall', values: ['total'] },
      },
    ],
    more: false,
  }),
  jsonExample(
    'Task: What share of the boats is red? Tables boats: id; paints: boat, colour. "purpose" in German.',
    {
      queries: [
        {
          purpose: 'Teilt rote Boote durch alle',
          sql: "SELECT AVG(colour = 'red') AS share FROM boats JOIN paints ON id = boat",
          columns: [{ name: 'share', unit: null }],
          joins: [{ left: 'boats', right: 'paints', keys: [{ left: 'id', right: 'boat' }] }],
          pivot: null,
          chart: null,
        },
      ],
      more: false,
    },
  ),
];

/** Cells with a unit and a chart, and a question of which the results answer a half. */
export const ANALYSIS_EXAMPLES: TwoExamples = [
  {
    given:
      'Task: Which stall sells most? Result q1, total in kg: r1: stall="Plums", total=84 r2: stall="Eggs", total=31',
    answer: `# {{q1.r1.stall}} sell most

{{q1.r1.stall}} come to {{q1.r1.total|unit}}, ahead of {{q1.r2.stall}} with {{q1.r2.total|unit}}.

{{chart:q1}}`,
  },
  {
    given: 'Task: What share of the boats is red, and why? In German. Result q1: r1: share=0.25',
    answer: `# {{q1.r1.share|percent}} der Boote sind rot

Warum sie rot sind, zeigen die Daten nicht.`,
  },
];
