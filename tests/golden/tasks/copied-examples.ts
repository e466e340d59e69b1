import { makePdf } from '../../fixtures/make-pdf.ts';
import { attached, type GoldenTask } from '../golden-task.ts';

/** Models that take what the examples in their prompts say for their material. */
export const COPIED_EXAMPLES: readonly GoldenTask[] = [
  {
    tool: 'doc_summary',
    trap: 'a reader that notes the lease of an example, and a writer that adds its period of notice',
    language: 'it',
    title: 'Che cosa dice il contratto?',
    files: [
      attached(
        'contratto.pdf',
        'application/pdf',
        makePdf([
          'La pigione mensile è di 780 euro, spese comprese.\nIl contratto dura 4 anni e si rinnova da solo.',
          'Il giardino è in comune con i vicini della casa.',
        ]),
      ),
    ],
    model: {
      notes: [
        {
          name: 'pigione',
          on: 1,
          text: 'La pigione mensile è di 780 euro.',
          quote: 'La pigione mensile è di 780 euro, spese comprese.',
        },
        {
          name: 'durata',
          on: 1,
          text: 'Il contratto dura 4 anni.',
          quote: 'Il contratto dura 4 anni e si rinnova da solo.',
        },
        {
          name: 'giardino',
          on: 2,
          text: 'Il giardino è in comune con i vicini.',
          quote: 'Il giardino è in comune con i vicini della casa.',
        },
        {
          name: 'esempio',
          on: 2,
          text: 'La pigione è di 412 corone al mese.',
          quote: 'Die Miete beträgt 412 Kronen im Monat.',
          lie: 'copied example',
        },
      ],
      drafts: [
        {
          says: [
            { text: 'La pigione mensile è di 780 euro, spese comprese. [@pigione]' },
            { text: 'Il contratto dura 4 anni. [@durata]' },
            { text: 'Il giardino è in comune con i vicini. [@giardino]' },
            { text: 'La pigione è di 412 corone al mese. [@esempio]', lie: 'copied example' },
            { text: 'Si può disdire con un preavviso di 5 settimane.', lie: 'copied example' },
          ],
        },
      ],
    },
  },
  {
    tool: 'data_analysis',
    trap: 'a planner that asks the table of an example, and a writer that reports its plums',
    language: 'pt',
    title: 'Que fruta se vende mais?',
    files: [attached('vendas.csv', 'text/csv', Buffer.from('fruta;quilos\nLaranjas;120\nFigos;45'))],
    model: {
      plan: {
        queries: [
          {
            purpose: 'Adds up the sales of each stall',
            sql: 'SELECT stall, SUM(sold) AS total FROM market GROUP BY 1 ORDER BY 2 DESC',
            columns: [
              { name: 'stall', unit: null },
              { name: 'total', unit: 'kg' },
            ],
            chart: null,
          },
          {
            purpose: 'Ordena as frutas pelo peso vendido',
            sql: 'select fruta as name, quilos as total from vendas order by 2 desc',
            columns: [],
            chart: null,
          },
        ],
        more: false,
      },
      drafts: [
        {
          says: [
            {
              text: 'A fruta que mais se vende é {{q2.r1.name}}, com {{q2.r1.total}} quilos.',
              shown: 'A fruta que mais se vende é Laranjas, com 120 quilos.',
            },
            {
              text: 'Em primeiro lugar fica {{q1.r1.stall}} com {{q1.r1.total|unit}}.',
              shown: 'Em primeiro lugar fica',
              lie: 'copied example',
            },
            { text: 'As ameixas somam 84 quilos nesta tabela.', lie: 'copied example' },
          ],
        },
      ],
    },
    ends: { notices: ['sentences_left_out'] },
  },
  {
    tool: 'web_search',
    trap: 'a writer that answers an example, and computes with the names of its figures',
    language: 'pl',
    title: 'Opony zimowe na drogę do Bolzano',
    model: {
      plan: { question: 'Jakie opony zimowe są wymagane?', queries: ['winter tyres law Austria'] },
      notes: [
        {
          name: 'tread',
          on: 'law.example',
          text: 'Opony zimowe muszą mieć co najmniej 4 mm bieżnika.',
          quote: 'Winter tyres need a tread of at least 4 mm.',
        },
        {
          name: 'fine',
          on: 'motorway.example',
          text: 'Jazda bez nich kosztuje co najmniej 87 euro.',
          quote: 'The fine for driving without them starts at 87 euros.',
        },
      ],
      drafts: [
        {
          says: [
            { text: 'Opony zimowe muszą mieć co najmniej 4 mm bieżnika. [@tread]' },
            { text: 'Jazda bez nich kosztuje co najmniej 87 euro. [@fine]' },
            { text: 'Wieczorny prom jest tańszy i kosztuje 30 koron. [@tread]', lie: 'copied example' },
            {
              text: 'Pozwala to zaoszczędzić {{= c8 - c9}} koron. [@fine]',
              shown: 'Pozwala to zaoszczędzić',
              lie: 'copied example',
            },
          ],
        },
      ],
    },
    ends: { notices: ['sentences_left_out'] },
  },
  {
    tool: 'research',
    trap: 'a reader and a writer that take the lake of their examples along, also into a heading',
    language: 'es',
    title: 'Llevar las bicicletas a Verona en el tren de noche',
    model: {
      plan: {
        brief: 'Lo que cuesta el tren de noche por el Brennero y cómo llevar bicicletas.',
        questions: [
          {
            question: '¿Cuándo sale el tren y cuánto cuesta?',
            queries: ['train de nuit Brenner couchette'],
            points: [
              { id: 'm1', text: 'Hora de salida' },
              { id: 'm2', text: 'Precio de una litera' },
            ],
          },
          {
            question: '¿Se pueden llevar bicicletas?',
            queries: ['train de nuit Brenner vélos places'],
            points: [{ id: 'm3', text: 'Plazas para bicicletas' }],
          },
        ],
      },
      notes: [
        {
          name: 'hora',
          on: 'rail.example',
          text: 'El tren de noche sale de París a las 19 h 12.',
          quote: 'part de Paris à 19 h 12 et arrive à Vérone à 8 h 45',
          answers: ['m1'],
        },
        {
          name: 'litera',
          on: 'rail.example',
          text: 'Una litera cuesta 59 euros por persona.',
          quote: 'Une couchette coûte 59 euros par personne',
          answers: ['m2'],
        },
        {
          name: 'plazas',
          on: 'velo.example',
          text: 'Hay seis plazas para bicicletas, que se reservan 30 días antes.',
          quote: 'six places sont prévues pour les vélos, à réserver 30 jours avant',
          answers: ['m3'],
        },
        {
          name: 'lago',
          on: 'velo.example',
          text: 'El lago Orrin mide 214 metros en su punto más profundo.',
          quote: 'the lake measures 214 metres at its deepest point',
          answers: ['m3'],
          lie: 'copied example',
        },
      ],
      drafts: [
        {
          says: [
            { text: '## El tren de noche lleva también bicicletas\n\n' },
            { text: 'El tren de noche sale de París a las 19 h 12. [@hora]' },
            { text: 'Una litera cuesta 59 euros por persona. [@litera]' },
            { text: 'Hay seis plazas para bicicletas, que se reservan 30 días antes. [@plazas]' },
            { text: 'El lago Orrin mide 214 metros. [@lago]', lie: 'copied example' },
            { text: 'Una semana en kayak cuesta 90 coronas. [@litera]', lie: 'copied example' },
            { text: '\n\n### Reedhouse pide 120 coronas [@litera]\n\n', lie: 'copied example' },
          ],
        },
      ],
    },
  },
];
