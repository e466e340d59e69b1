import { MIME_TYPES } from '#domain/file-kinds.ts';
import { makePicture } from '../../fixtures/make-picture.ts';
import { attached, type GoldenTask } from '../golden-task.ts';
import { analysisPlan } from './analyses.ts';

/** The figures that are expected were added up by hand. */
export const PICTURED_TABLES: readonly GoldenTask[] = [
  {
    tool: 'data_analysis',
    trap: 'a photograph of a receipt that lies on its side, and whose last row is its sum',
    language: 'de',
    title: 'Was war am teuersten?',
    files: [
      attached(
        'beleg.jpg',
        MIME_TYPES.jpeg,
        await makePicture({ width: 900, height: 500, format: 'jpeg', orientation: 6 }),
      ),
    ],
    model: {
      rows: [
        ['Posten', 'Menge', 'Preis'],
        ['Schrauben', '200', '18,90 €'],
        ['Leim', '2', '13,50 €'],
        ['Bretter', '6', '1.104,00 €'],
        ['Summe', '', '1.136,40 €'],
      ],
      plan: analysisPlan(
        ['select posten as name, preis as total from beleg order by 2 desc', { total: '€' }],
        ['select sum(preis) as total from beleg', { total: '€' }],
      ),
      drafts: [
        {
          says: [
            {
              text: '{{q1.r1.name}} kosten {{q1.r1.total}} Euro.',
              shown: 'Bretter kosten 1.104 Euro.',
            },
            { text: 'Zusammen sind es {{q2.r1.total}} Euro.', shown: 'Zusammen sind es 1.136,4 Euro.' },
            {
              text: 'Schrauben kosten {{q1.r1.total}} Euro.',
              shown: 'Schrauben kosten 1.104 Euro.',
              lie: 'wrong row',
            },
            { text: 'Mit der Summe sind es 2.272,80 Euro.', lie: 'typed number' },
          ],
        },
      ],
    },
    ends: { notices: ['read_by_model'] },
  },
];
