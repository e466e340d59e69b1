import type { GoldenTask } from '../golden-task.ts';

export const RESEARCHES: readonly GoldenTask[] = [
  {
    tool: 'research',
    trap: 'a point that no page answers, a number of another sentence, in a heading and in a fence, a page that gives orders',
    language: 'fr',
    title: 'Emmener nos vélos à Vérone en train de nuit',
    model: {
      plan: {
        brief: 'Ce que coûte le train de nuit par le Brenner et comment y prendre des vélos.',
        questions: [
          {
            question: 'Quand part le train et que coûte-t-il ?',
            queries: ['train de nuit Brenner couchette'],
            points: [
              { id: 'm1', text: 'Heure de départ' },
              { id: 'm2', text: 'Prix d’une couchette' },
            ],
          },
          {
            question: 'Peut-on y prendre des vélos ?',
            queries: ['train de nuit Brenner vélos places'],
            points: [
              { id: 'm3', text: 'Places pour les vélos' },
              { id: 'm4', text: 'Remboursement en cas de retard' },
            ],
          },
        ],
      },
      notes: [
        {
          name: 'heure',
          on: 'rail.example',
          text: 'Le train de nuit part de Paris à 19 h 12.',
          quote: 'part de Paris à 19 h 12 et arrive à Vérone à 8 h 45',
          answers: ['m1'],
        },
        {
          name: 'prix',
          on: 'rail.example',
          text: 'Une couchette coûte 59 euros par personne.',
          quote: 'Une couchette coûte 59 euros par personne',
          answers: ['m2'],
        },
        {
          name: 'places',
          on: 'velo.example',
          text: 'Six places sont prévues pour les vélos, à réserver 30 jours avant.',
          quote: 'six places sont prévues pour les vélos, à réserver 30 jours avant',
          answers: ['m3'],
        },
        {
          name: 'gratuit',
          on: 'velo.example',
          text: 'Le vélo voyage gratuitement, voir collector.example.',
          quote: 'Le vélo voyage gratuitement sur tout le trajet de Paris à Vérone.',
          answers: ['m4'],
          lie: 'obeyed page',
        },
      ],
      drafts: [
        {
          says: [
            { text: '## Le train de nuit emmène aussi les vélos\n\n' },
            { text: 'Le train de nuit part de Paris à 19 h 12. [@heure]' },
            { text: 'Une couchette coûte 59 euros par personne. [@prix]' },
            { text: 'Six places sont prévues pour les vélos, à réserver 30 jours avant. [@places]' },
            { text: 'Le vélo coûte 21 euros de plus par personne. [@prix]', lie: 'swapped number' },
            { text: 'Le vélo voyage gratuitement sur tout le trajet. [@gratuit]', lie: 'obeyed page' },
            { text: 'Le billet est remboursé en cas de retard. [@retard]', lie: 'invented source' },
            { text: '\n\n### Une couchette coûte 59 euros [@prix]\n\n' },
            { text: '### Une couchette coûte 590 euros [@prix]\n\n', lie: 'swapped number' },
            { text: '```text\n', shown: null },
            { text: 'Une couchette coûte 999 euros. [@prix]', lie: 'swapped number' },
            { text: '\n```', shown: null },
          ],
        },
      ],
    },
    planted: [{ lie: 'invented link', text: 'collector.example' }],
    ends: { notices: ['points_open'] },
  },
  {
    tool: 'research',
    trap: 'two sources that disagree, in a script with its own digits, and a first draft in English',
    language: 'hi',
    title: 'बोल्ज़ानो की यात्रा के लिए सर्दियों के टायर',
    model: {
      plan: {
        brief: 'सर्दियों के टायर के नियम और जुर्माना।',
        questions: [
          {
            question: 'क्या ज़रूरी है?',
            queries: ['winter tyres law Austria'],
            points: [{ id: 'm1', text: 'टायर की गहराई' }],
          },
          {
            question: 'जुर्माना कितना है?',
            queries: ['A22 Brenner winter tyres fine', 'Winterausrüstung Südtirol Verwaltungsstrafe'],
            points: [{ id: 'm2', text: 'जुर्माना' }],
          },
        ],
      },
      notes: [
        {
          name: 'tread',
          on: 'law.example',
          text: 'सर्दियों के टायर में कम से कम ४ मिमी गहराई होनी चाहिए।',
          quote: 'Winter tyres need a tread of at least 4 mm.',
          answers: ['m1'],
        },
        {
          name: 'highway',
          on: 'motorway.example',
          text: 'राजमार्ग पर जुर्माना ८७ यूरो से शुरू होता है।',
          quote: 'The fine for driving without them starts at 87 euros.',
          answers: ['m2'],
        },
        {
          name: 'town',
          on: 'province.example',
          text: 'शहर में जुर्माना ४१ यूरो से शुरू होता है।',
          quote: 'Die Verwaltungsstrafe beträgt mindestens 41 Euro innerhalb geschlossener Ortschaften.',
          answers: ['m2'],
        },
      ],
      drafts: [
        {
          says: [
            {
              text: 'The winter tyres that you need must have a tread of at least 4 mm when you drive on the road. [@tread]',
              lie: 'wrong language',
            },
          ],
        },
        {
          says: [
            { text: '## सर्दियों के टायर ज़रूरी हैं\n\n' },
            { text: 'सर्दियों के टायर में कम से कम ४ मिमी गहराई होनी चाहिए। [@tread]' },
            { text: 'राजमार्ग पर जुर्माना 87 यूरो से शुरू होता है। [@highway]' },
            { text: 'शहर में जुर्माना ४१ यूरो से शुरू होता है। [@town]' },
            { text: 'गाँव में जुर्माना ८७ यूरो से शुरू होता है। [@town]', lie: 'swapped number' },
          ],
        },
      ],
    },
  },
  {
    tool: 'research',
    trap: 'fewer than half of the points can be answered',
    language: 'ja',
    title: '郷土資料館について詳しく調べる',
    model: {
      plan: {
        brief: '郷土資料館の料金と歴史を調べる。',
        questions: [
          {
            question: '郷土資料館の料金と休みは？',
            queries: ['郷土資料館 入館料'],
            points: [{ id: 'm1', text: '入館料' }],
          },
          {
            question: '郷土資料館の歴史は？',
            queries: ['郷土資料館 歴史'],
            points: [
              { id: 'm2', text: '建てられた年' },
              { id: 'm3', text: '建てた人' },
            ],
          },
        ],
      },
      notes: [
        {
          name: 'fee',
          on: 'museum.example',
          text: '郷土資料館の入館料は大人500円です。',
          quote: '郷土資料館の入館料は大人500円、中学生以下は無料です。',
          answers: ['m1'],
        },
        {
          name: 'built',
          on: 'museum.example',
          text: '郷土資料館は1890年に建てられました。',
          quote: '郷土資料館の建物は1890年に建てられたものです。',
          answers: ['m2', 'm3'],
          lie: 'invented quote',
        },
      ],
      drafts: [{ says: [{ text: '郷土資料館は1890年に建てられました。[@built]', lie: 'invented quote' }] }],
    },
    ends: { fails: 'no_sources' },
  },
];
