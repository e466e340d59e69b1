import type { PreparedClaim } from '../prepared.ts';

export const RESEARCH_FORMS = {
  research_plan: {
    brief: 'Which winter equipment a hire car needs on the drive from Vienna to Bolzano.',
    questions: [
      {
        question: 'What does Austria require in winter?',
        queries: ['winter tyres Austria rule', 'winter tyre tread depth alpine symbol'],
        points: [
          { id: 'm1', text: 'When winter tyres are required in Austria' },
          { id: 'm2', text: 'What counts as a winter tyre' },
        ],
      },
      {
        question: 'What do the A22 and South Tyrol require?',
        queries: ['winter equipment A22 Brenner motorway', 'provincial roads South Tyrol winter tyres sign'],
        points: [
          { id: 'm3', text: 'What the A22 requires, and when' },
          { id: 'm4', text: 'What other roads in South Tyrol require' },
        ],
      },
      {
        question: 'What does the hire company promise?',
        queries: ['hire cars Vienna winter terms'],
        points: [
          { id: 'm5', text: 'How the company fits its cars for winter' },
          { id: 'm6', text: 'Whether the hire car has alpine tyres' },
        ],
      },
    ],
  },
};

const AUSTRIA = 'Winter tyres in Austria: the rule in short';
const TYRE = 'What counts as a winter tyre';
const A22 = 'Winter equipment on the A22';
const SOUTH_TYROL = 'Provincial roads of South Tyrol in winter';
const HIRE = 'Winter terms for hire cars';

export const RESEARCH_CLAIMS: readonly PreparedClaim[] = [
  {
    key: 'austria',
    page: AUSTRIA,
    text: 'From 1 November to 15 April a car may only be driven in snow, slush or ice with winter tyres on all wheels.',
    quote:
      'From 1 November to 15 April a car may only be driven in wintry conditions, such as snow, slush or ice, if winter tyres are fitted on all wheels.',
    answers: ['m1'],
  },
  {
    key: 'chains',
    page: AUSTRIA,
    text: 'Snow chains replace winter tyres only where the road is covered throughout.',
    quote:
      'Snow chains on at least two driven wheels may replace winter tyres only where the road is covered by snow or ice throughout.',
    answers: ['m1'],
  },
  {
    key: 'driver',
    page: AUSTRIA,
    text: 'The driver is responsible, also in a hire car.',
    quote: 'The driver is responsible, also in a hire car.',
    answers: ['m1'],
  },
  {
    key: 'tread',
    page: TYRE,
    text: 'Winter tyres need at least 4 mm of tread in Austria.',
    quote:
      'A radial winter tyre needs at least 4 mm of tread in Austria; below that it counts as a summer tyre.',
    answers: ['m2'],
  },
  {
    key: 'symbol',
    page: TYRE,
    text: 'A winter tyre carries M+S or a mountain with a snowflake on the tyre wall.',
    quote: 'A winter tyre carries M+S or the alpine symbol, a mountain with a snowflake, on the tyre wall.',
    answers: ['m2'],
  },
  {
    key: 'a22',
    page: A22,
    text: 'On the A22, winter tyres or chains on board are required from 15 November to 15 April, whatever the weather.',
    quote:
      'On the A22 between the Brenner and Affi, winter tyres or chains on board are required from 15 November to 15 April, whatever the weather.',
    answers: ['m3'],
  },
  {
    key: 'signs',
    page: SOUTH_TYROL,
    text: 'On provincial roads in South Tyrol, winter tyres or chains are required where a sign says so.',
    quote: 'On provincial roads in South Tyrol, winter tyres or chains are required where a sign says so.',
    answers: ['m4'],
  },
  {
    key: 'bolzano',
    page: SOUTH_TYROL,
    text: 'In town, Bolzano requires winter tyres or chains from 15 November to 15 April when there is snow.',
    quote:
      'Bolzano requires winter tyres or chains in town from 15 November to 15 April when there is snow on the road.',
    answers: ['m4'],
  },
  {
    key: 'season',
    page: HIRE,
    text: 'The hire company fits every car from Vienna for the season between November and April.',
    quote:
      'Every car that is picked up in Vienna between November and April is fitted for the season at no extra charge.',
    answers: ['m5'],
  },
  {
    key: 'abroad',
    page: HIRE,
    text: 'Renters who drive abroad name the countries in the contract.',
    quote: 'Renters who drive abroad name the countries in the contract.',
    answers: ['m5'],
  },
];
