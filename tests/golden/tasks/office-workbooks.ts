import { readFileSync } from 'node:fs';
import { MIME_TYPES } from '#domain/file-kinds.ts';
import { makeXlsx } from '../../fixtures/make-xlsx.ts';
import { attached, type GoldenTask } from '../golden-task.ts';
import { analysisPlan } from './analyses.ts';

const text = (at: string, words: string): string => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
const number = (at: string, value: number): string => `<c r="${at}"><v>${value}</v></c>`;
/** A number that the second style shows as a date. */
const day = (at: string, serial: number): string => `<c r="${at}" s="1"><v>${serial}</v></c>`;
const rows = (...cells: readonly string[]): string =>
  `<sheetData>${cells.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('')}</sheetData>`;

/** Orders under a head of two lines, in the other order of their dates, and whose customers they are of. */
const ORDERS = makeXlsx({
  styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  sheets: [
    {
      name: 'Ordini',
      xml: `${rows(
        text('A1', 'Cliente') + text('B1', 'Giorno') + text('C1', 'Importo'),
        text('C2', 'Merce') + text('D2', 'Trasporto'),
        text('A3', 'K1') + day('B3', 46143) + number('C3', 1200.5) + number('D3', 80),
        text('A4', 'K2') + day('B4', 46054) + number('C4', 300) + number('D4', 15),
        text('A5', 'K1') + day('B5', 46024) + number('C5', 99.5) + number('D5', 20),
      )}<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:B2"/><mergeCell ref="C1:D1"/></mergeCells>`,
    },
    {
      name: 'Clienti',
      xml: rows(
        text('A1', 'Codice') + text('B1', 'Nome'),
        text('A2', 'K1') + text('B2', 'Panificio Neri'),
        text('A3', 'K2') + text('B3', 'Bar Stella'),
      ),
    },
  ],
});

/** Who leads a region, with day of entry, as a workbook has them: composed letters, and common spaces. */
const LEADERS = makeXlsx({
  styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  sheets: [
    {
      name: 'Leitung',
      xml: rows(
        text('A1', 'Region') + text('B1', 'Leitung') + text('C1', 'Seit'),
        text('A2', 'Süd') + text('B2', 'Ann Berg') + day('C2', 46027),
        text('A3', 'Nord Ost') + text('B3', 'Bo Dahl') + day('C3', 46054),
      ),
    },
  ],
});

/** The same regions in a text file of another program: its letters are decomposed, one of its spaces doesn't break. */
const TURNOVER = Buffer.from(
  [
    'Tag;Region;Umsatz',
    '05.01.2026;Süd;1.200,50',
    '06.01.2026;Nord\u00a0Ost;300,00',
    '07.02.2026;Süd;99,50',
    '08.02.2026;Nord Ost;12,25',
  ]
    .join('\n')
    .normalize('NFD'),
);

const SALES = readFileSync(new URL('../../fixtures/office/sales-libreoffice.ods', import.meta.url));

/** The figures that are expected were added up by hand. */
export const OFFICE_WORKBOOKS: readonly GoldenTask[] = [
  {
    tool: 'data_analysis',
    trap: 'a workbook of two sheets to be joined, a head of two lines with merged cells, dates that are numbers',
    language: 'it',
    title: 'Quale cliente ha speso di più?',
    files: [attached('ordini.xlsx', MIME_TYPES.xlsx, ORDERS)],
    model: {
      plan: {
        queries: [
          {
            purpose: 'Added up what each customer has ordered',
            sql: 'select c.nome as name, sum(o.importo_merce) as total, sum(o.importo_trasporto) as transport from ordini_ordini o join ordini_clienti c on c.codice = o.cliente group by 1 order by 2 desc',
            columns: [],
            joins: [
              {
                left: 'ordini_ordini',
                right: 'ordini_clienti',
                keys: [{ left: 'cliente', right: 'codice' }],
              },
            ],
            chart: null,
          },
          ...analysisPlan('select max(giorno) as name from ordini_ordini').queries,
        ],
        more: false,
      },
      drafts: [
        {
          says: [
            {
              text: 'Il cliente {{q1.r1.name}} ha speso {{q1.r1.total}} euro di merce.',
              shown: 'Il cliente Panificio Neri ha speso 1300 euro di merce.',
            },
            {
              text: 'Per il trasporto ha pagato {{q1.r1.transport}} euro.',
              shown: 'Per il trasporto ha pagato 100 euro.',
            },
            { text: 'L’ultimo ordine è del primo maggio 2026.' },
            {
              text: 'Il cliente Bar Stella ha speso {{q1.r1.total}} euro di merce.',
              shown: 'Il cliente Bar Stella ha speso 1300 euro di merce.',
              lie: 'wrong row',
            },
            { text: 'L’ultimo ordine ha il numero 46143.', lie: 'typed number' },
            { text: 'Con il trasporto sono 1400 euro.', lie: 'typed number' },
          ],
        },
      ],
    },
  },
  {
    tool: 'data_analysis',
    trap: 'a workbook to be joined with a text file that spells its keys otherwise, and a pivoted result',
    language: 'de',
    title: 'Wer verantwortet den größten Umsatz, und wie verläuft er je Region?',
    files: [attached('leitung.xlsx', MIME_TYPES.xlsx, LEADERS), attached('umsatz.csv', 'text/csv', TURNOVER)],
    model: {
      plan: {
        queries: [
          {
            purpose: 'Zählt zusammen, was jede Leitung verantwortet',
            sql: 'select l.leitung as name, sum(u.umsatz) as total from umsatz u join leitung l on l.region = u.region group by 1 order by 2 desc',
            columns: [],
            joins: [{ left: 'umsatz', right: 'leitung', keys: [{ left: 'region', right: 'region' }] }],
            chart: null,
          },
          {
            purpose: 'Zählt Monat für Monat die Umsätze der Regionen zusammen',
            sql: 'select substr(tag, 1, 7) as monat, region, sum(umsatz) as total from umsatz group by 1, 2',
            columns: [],
            pivot: { across: 'region', value: 'total' },
            chart: { kind: 'line', title: 'Umsatz', label: 'monat', values: ['total'] },
          },
        ],
        more: false,
      },
      drafts: [
        {
          says: [
            {
              text: '{{q1.r1.name}} verantwortet {{q1.r1.total}} Euro Umsatz.',
              shown: 'Ann Berg verantwortet 1.300 Euro Umsatz.',
            },
            {
              text: '{{q1.r2.name}} kommt auf {{q1.r2.total}} Euro Umsatz.',
              shown: 'Bo Dahl kommt auf 312,25 Euro Umsatz.',
            },
            {
              text: 'Im {{q2.r2.monat}} waren es in der Region Süd {{q2.r2.Süd}} Euro.',
              shown: 'Im Februar 2026 waren es in der Region Süd 99,5 Euro.',
            },
            {
              text: 'Die Region Nord Ost nahm anfangs {{q2.r1.Süd}} Euro ein.',
              shown: 'Die Region Nord Ost nahm anfangs 1.200,5 Euro ein.',
              lie: 'wrong row',
            },
            {
              text: 'Bo Dahl kommt auf {{q1.r1.total}} Euro.',
              shown: 'Bo Dahl kommt auf 1.300 Euro.',
              lie: 'wrong row',
            },
            {
              text: 'Im Westen waren es {{q2.r1.West}} Euro.',
              shown: 'Im Westen waren es',
              lie: 'missing cell',
            },
          ],
        },
      ],
    },
    ends: { notices: ['sentences_left_out'] },
  },
  {
    tool: 'data_analysis',
    trap: 'an OpenDocument workbook with a sum in its last row, a hidden sheet, an error, shares and money by style',
    language: 'pt',
    title: 'Que região vende mais?',
    files: [attached('vendas.ods', MIME_TYPES.ods, SALES)],
    model: {
      plan: analysisPlan(
        'select region as name, _2026_h1 + _2026_h2 as total from vendas_sales order by 2 desc',
        'select sum(_2026_h1 + _2026_h2) as total from vendas_sales',
      ),
      drafts: [
        {
          says: [
            {
              text: 'A região {{q1.r1.name}} vendeu {{q1.r1.total}} unidades em 2026.',
              shown: 'A região North vendeu 250 unidades em 2026.',
            },
            {
              text: 'A região South vendeu {{q1.r1.total}} unidades em 2026.',
              shown: 'A região South vendeu 250 unidades em 2026.',
              lie: 'wrong row',
            },
            { text: 'Foram 480,5 unidades no ano anterior.', lie: 'typed number' },
          ],
        },
      ],
    },
  },
];
