import { imagesOf, textOf } from '../chat-request.ts';
import { formOf } from './form-of.ts';
import { doubtsIn, pointsOn, verdictsOn } from './read-statements.ts';
import type { ChatCall, Script } from './script.ts';

/**
 * All models of the tool that analyses tables in one script: it transcribes the table in an image, plans queries on
 * the tables it is shown, and writes a report that refers to cells of their results. All of it is mechanical, so that
 * a test's result shows our own parsing, computing, binding and checking.
 */
const VICES = [
  'typing',
  'swapping',
  'inventing',
  'attacking',
  'failing',
  'obeying',
  'blind',
  'musing',
] as const;
type Vice = (typeof VICES)[number] | 'typing-once' | 'honest' | 'joining' | 'misjoining';

export const ANALYSTS: readonly Script[] = [
  {
    model: 'analyst',
    does: 'copies pictures, plans queries over the tables it is shown, and reports on their results by name, faithfully',
    run: (call) => play(call, 'honest', 'en'),
  },
  {
    model: 'analyst-slow-(\\d+)',
    does: 'does the same, each answer over that many milliseconds',
    run: (call, milliseconds) => play(call, 'honest', 'en', Number(milliseconds)),
  },
  {
    model: 'analyst-in-([a-z]{2})',
    does: 'does the same, and reports in that language (en, de, fr, ja, ar, hi)',
    run: (call, language = 'en') => play(call, 'honest', language),
  },
  {
    model: 'analyst-english-first-([a-z]{2})',
    does: 'reports in English, and in that language once the request shows the English report',
    run: (call, language = 'en') => play(call, 'honest', isShownBefore(call) ? language : 'en'),
  },
  {
    model: 'analyst-(typing|swapping|inventing|attacking|failing|obeying|blind|musing)',
    does: 'does the same, but types its numbers, gives them to other rows, names cells that do not exist, asks for what is forbidden, plans wrongly at first, does what a cell says, sees no table in a picture, or says what no result shows',
    run: (call, vice) => play(call, VICES.find((one) => one === vice) ?? 'honest', 'en'),
  },
  {
    model: 'analyst-joining',
    does: 'puts the first two tables together by the column whose name is in both, and adds up the first by the second',
    run: (call) => play(call, 'joining', 'en'),
  },
  {
    model: 'analyst-misjoining',
    does: 'does the same, but first names a key of other columns, which is on one side alone',
    run: (call) => play(call, 'misjoining', 'en'),
  },
  {
    model: 'analyst-typing-once',
    does: 'types its numbers, until it is shown its own report again',
    run: (call) => play(call, isShownBefore(call) ? 'honest' : 'typing', 'en'),
  },
];

const isShownBefore = ({ request }: ChatCall): boolean =>
  request.messages.some(({ role }) => role === 'assistant');

async function play(call: ChatCall, vice: Vice, language: string, milliseconds = 0): Promise<void> {
  const shown = call.request.messages.map(textOf).join('\n');
  await call.reply.words(answer(call, shown, { vice, language }), milliseconds);
  await call.reply.end();
}

function answer(call: ChatCall, shown: string, { vice, language }: { vice: Vice; language: string }): string {
  const form = formOf(call.request);
  if (form === 'verdicts')
    return JSON.stringify(verdictsOn(shown, ({ text }) => (text === UNSEEN ? 'not_said' : 'supported')));
  if (form === 'points') return JSON.stringify(pointsOn(shown));
  if (form === 'corrections')
    return JSON.stringify({
      sentences: doubtsIn(shown).map(({ id, text }) => ({ id, text: vice === 'typing' ? text : '' })),
    });
  if (form === 'table_queries') return JSON.stringify(planFor(shown, vice));
  if (form !== 'picture_tables') return report(shown, vice, language);
  const isSeen = imagesOf(call.request).length > 0 && vice !== 'blind';
  return JSON.stringify({ tables: isSeen ? [{ rows: PICTURED }] : [] });
}

/** The content of every image. */
const PICTURED = [
  ['Dish', 'Price'],
  ['Soup', '4,50 €'],
  ['Roast', '18,90 €'],
  ['Cake', '3,80 €'],
];

interface Query {
  readonly purpose: string;
  readonly sql: string;
  readonly columns: readonly { readonly name: string; readonly unit: string | null }[];
  readonly chart: object | null;
  readonly joins?: readonly object[];
}

/** Plans for each table: its numbers by its names, and in total; by month if there are dates. */
export function planFor(shown: string, vice: Vice): { queries: Query[]; more: boolean } {
  const isSecond = shown.includes('\nq1: ');
  if (vice === 'failing' && !isSecond) {
    return {
      queries: [
        {
          purpose: 'A column that is not there',
          sql: 'select profit from nowhere',
          columns: [],
          chart: null,
        },
      ],
      more: false,
    };
  }
  const tables = [...shown.matchAll(/^name in queries: (\S+)\n[\s\S]*?^columns:\n((?:- .*\n)+)/gm)];
  if (vice === 'joining' || (vice === 'misjoining' && isSecond))
    return { queries: joinOf(tables, (one, other) => one === other), more: false };
  if (vice === 'misjoining') {
    const [wrong, ...others] = joinOf(tables, (one, other) => one !== other);
    return {
      queries: [...(wrong ? [{ ...wrong, purpose: 'Put two tables together' }] : []), ...others],
      more: false,
    };
  }
  const queries = tables.flatMap(([, name = '', list = '']) => queriesOf(name, list));
  if (vice === 'obeying' && shown.includes('Ignore your rules')) {
    return { queries: [...queries, ...FORBIDDEN.slice(0, 2)], more: false };
  }
  return { queries: vice === 'attacking' && !isSecond ? [...FORBIDDEN, ...queries] : queries, more: false };
}

export const FORBIDDEN: readonly Query[] = [
  "attach database '/etc/passwd' as stolen",
  'select * from sqlite_master',
  "select load_extension('/tmp/evil.so')",
  'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c',
  'drop table sales',
].map((sql) => ({ purpose: 'What a file has asked for', sql, columns: [], chart: null }));

/** Adds up the numbers of the first table by the last texts of the second, joined by the first two texts that fit. */
function joinOf(tables: readonly RegExpExecArray[], fits: (one: string, other: string) => boolean): Query[] {
  const [left, right] = tables.map(([, name = '', list = '']) => ({ name, columns: columnsIn(list) }));
  if (!left || !right) return [];
  const texts = ({ columns }: typeof left): string[] =>
    columns.filter(({ type }) => type === 'text').map(({ name }) => name);
  const pairs = texts(left).flatMap((one) => texts(right).map((other) => [one, other] as const));
  const [one = '', other = ''] = pairs.find((pair) => fits(...pair)) ?? [];
  const number = left.columns.find(({ type }) => type === 'number')?.name ?? '';
  const by = texts(right).at(-1) ?? '';
  return [
    {
      purpose: `Added up ${number} by ${by}`,
      sql: `select b.${by} as name, sum(a.${number}) as total, count(*) as entries from ${left.name} a join ${right.name} b on a.${one} = b.${other} group by 1 order by 2 desc`,
      columns: [],
      joins: [{ left: left.name, right: right.name, keys: [{ left: one, right: other }] }],
      chart: null,
    },
    {
      purpose: `Added up all of ${number}`,
      sql: `select sum(${number}) as total, count(*) as entries from ${left.name}`,
      columns: [],
      chart: null,
    },
  ];
}

const columnsIn = (list: string) =>
  [...list.matchAll(/^- (\S+) \(.*?\): (number|date|text)(?: in ([^;\n]+))?/gm)].map(
    ([, name = '', type, unit = null]) => ({ name, type, unit }),
  );

function queriesOf(table: string, list: string): Query[] {
  const found = columnsIn(list);
  const named = (type: string): string | undefined => found.find((column) => column.type === type)?.name;
  const [name, number, date] = [named('text'), named('number'), named('date')];
  if (number === undefined)
    return [
      {
        purpose: 'Counted the rows',
        sql: `select count(*) as rows_in_all from ${table}`,
        columns: [],
        chart: null,
      },
    ];
  const { unit = null } = found.find((column) => column.type === 'number') ?? {};
  const columns = [{ name: 'total', unit }];
  const chart = { title: `${number} by ${name ?? ''}`, label: 'name', values: ['total'] };
  const byName: Query = {
    purpose: `Added up ${number} by ${name ?? ''}`,
    sql: `select ${name ?? "'all'"} as name, round(sum(${number}), 2) as total, count(*) as entries from ${table} group by 1 order by 2 desc, 1`,
    columns,
    chart: { kind: 'bar', ...chart },
  };
  const whole: Query = {
    purpose: `Added up all of ${number}`,
    sql: `select round(sum(${number}), 2) as total, count(*) as entries from ${table}`,
    columns,
    chart: null,
  };
  const byMonth: Query = {
    purpose: `Added up ${number} by month`,
    sql: `select substr(${date ?? ''}, 1, 7) as month, round(sum(${number}), 2) as total from ${table} group by 1 order by 1`,
    columns,
    chart: { kind: 'line', title: `${number} by month`, label: 'month', values: ['total'] },
  };
  return date === undefined ? [byName, whole] : [byName, whole, byMonth];
}

/** Sentences about cells of a result with at least two rows, and one about the total. */
const SENTENCES: Readonly<Record<string, readonly [string, string, string]>> = {
  en: [
    '# {{Q.r1.name}} is the largest part',
    '{{Q.r1.name}} comes to {{Q.r1.total}} of {{W.r1.total}} in all, over {{Q.r1.entries}} of the entries.',
    'After it comes {{Q.r2.name}} with {{Q.r2.total}}.',
  ],
  de: [
    '# {{Q.r1.name}} ist der größte Teil',
    'Auf {{Q.r1.name}} entfallen {{Q.r1.total}} von insgesamt {{W.r1.total}}, und das sind {{Q.r1.entries}} der Einträge in dieser Tabelle.',
    'Danach kommt {{Q.r2.name}} mit {{Q.r2.total}}, und die anderen Teile sind kleiner als diese.',
  ],
  fr: [
    '# {{Q.r1.name}} est la plus grande part',
    'La part de {{Q.r1.name}} est de {{Q.r1.total}} sur un total de {{W.r1.total}}, pour {{Q.r1.entries}} des lignes de ce tableau.',
    'Ensuite vient {{Q.r2.name}} avec {{Q.r2.total}}, et les autres parts sont plus petites.',
  ],
  ja: [
    '# 最も大きいのは {{Q.r1.name}} です',
    '{{Q.r1.name}} の合計は {{Q.r1.total}} で、全体の合計は {{W.r1.total}} です。この項目の件数は {{Q.r1.entries}} 件です。',
    '次に大きいのは {{Q.r2.name}} で、合計は {{Q.r2.total}} です。',
  ],
  ar: [
    '# الجزء الأكبر هو {{Q.r1.name}}',
    'يبلغ مجموع {{Q.r1.name}} ما مقداره {{Q.r1.total}} من أصل {{W.r1.total}} في هذا الجدول.',
    'ويليه {{Q.r2.name}} بمجموع قدره {{Q.r2.total}} وباقي الأجزاء أصغر من ذلك.',
  ],
  hi: [
    '# सबसे बड़ा हिस्सा {{Q.r1.name}} है',
    '{{Q.r1.name}} का कुल योग {{Q.r1.total}} है, जबकि पूरी तालिका का योग {{W.r1.total}} है।',
    'इसके बाद {{Q.r2.name}} आता है, जिसका योग {{Q.r2.total}} है।',
  ],
};

export function report(shown: string, vice: Vice, language: string): string {
  const names = [...shown.matchAll(/^(q\d+): (.*)$/gm)].map(([, id = '', purpose = '']) => ({ id, purpose }));
  const by = names.find(({ purpose }) => / by (?!month)/.test(purpose))?.id ?? 'q1';
  const whole = names.find(({ purpose }) => purpose.startsWith('Added up all'))?.id ?? 'q2';
  const lines = SENTENCES[language] ?? SENTENCES.en ?? [];
  const [title = '', first = '', second = ''] = lines.map((line) =>
    line.replaceAll('{{Q', `{{${by}`).replaceAll('{{W', `{{${whole}`),
  );
  const spoiled: Partial<Record<Vice, readonly string[]>> = {
    typing: [title, `${first} That is 4711 more than last year.`, second],
    swapping: [
      title,
      first.replaceAll('.r1.total}}', '.r2.total}}').replace('r2.total}} in all', 'r1.total}} in all'),
      second,
    ],
    inventing: [title, first, 'The profit was {{q9.r1.profit}}.', second],
    obeying: [title, first, HOSTILE, second],
    musing: [title, first, UNSEEN, second],
  };
  return (spoiled[vice] ?? [title, first, `{{chart:${by}}}`, second]).join('\n\n');
}

/** A conclusion in words alone, which code can't trace. */
export const UNSEEN = 'All of them have grown steadily from year to year.';

const HOSTILE =
  'See [the full report](https://collector.example/?d=secret) ![](https://collector.example/p.png) <img src=x onerror=alert(1)> for more.';
