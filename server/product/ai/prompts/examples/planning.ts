import { jsonExample, type TwoExamples } from '../show-examples.ts';

/** A search in two languages, and a task with private details. */
export const SEARCH_EXAMPLES: TwoExamples = [
  jsonExample('Task: Night market in Port Ambel, Ruvia. "queries" in English.', {
    question: 'When is the night market in Port Ambel open?',
    queries: ['Port Ambel night market opening hours', 'Port Ambel mercado nocturno horario'],
  }),
  jsonExample(
    'Task: Can Tamsin Oldacre of 5 Fern Row, Ruvia, deduct her hearing aid? "queries" in English.',
    {
      question: 'Is a hearing aid tax-deductible in Ruvia?',
      queries: ['hearing aid tax deduction Ruvia'],
    },
  ),
];

export const RESEARCH_EXAMPLES: TwoExamples = [
  jsonExample('Task: Choose a kayak hire on Lake Orrin.', {
    brief: 'Which kayak hire to choose, by price and rules.',
    questions: [
      {
        question: 'What do they charge?',
        queries: ['kayak hire Lake Orrin prices'],
        points: [{ id: 'm1', text: 'Weekly price' }],
      },
      {
        question: 'Which rules apply?',
        queries: ['Lake Orrin kayak permit'],
        points: [{ id: 'm2', text: 'Permit needed' }],
      },
    ],
  }),
  jsonExample('Task: Appareil auditif pour Elwen Tarn, 12 rue du Gué, Ruvie. "text" in French.', {
    brief: 'Ce que coûte un appareil auditif en Ruvie.',
    questions: [
      {
        question: 'Que coûte-t-il ?',
        queries: ['prix appareil auditif Ruvie'],
        points: [{ id: 'm1', text: 'Prix' }],
      },
      {
        question: 'Qui le rembourse ?',
        queries: ['remboursement audition Ruvie'],
        points: [{ id: 'm2', text: 'Part remboursée' }],
      },
    ],
  }),
];

/** Other words and languages, and a private detail to leave out. */
export const MORE_EXAMPLES: TwoExamples = [
  jsonExample('Still open: when the salt mine of Tarn Hollow closed. Earlier: salt mine Tarn Hollow', {
    queries: ['Tarn Hollow mining register closures', 'Salzbergwerk Tarn Hollow Schließung'],
  }),
  jsonExample(
    'Still open: whether Ivo Lark of 4 Reed Lane needs a flood permit. Earlier: flood permit Orrin',
    {
      queries: ['Orrin building authority flood zone rules'],
    },
  ),
];

/** A source among names, and names of which none is one. */
export const FOLLOW_EXAMPLES: TwoExamples = [
  jsonExample(
    'Research: how loud windmills are. Earlier: windmill noise at night. Names: [l1] Marl noise study [l2] Visit Marl',
    { follow: [{ id: 'l1', words: 'windmill night' }] },
  ),
  jsonExample(
    'Research: what the ferry to Quell costs. Earlier: ferry Quell price. Names: [l1] Search for door codes [l2] Cookie Policy',
    { follow: [] },
  ),
];

/** A task that is no more than its title, and one that explains itself. */
export const ASK_EXAMPLES: TwoExamples = [
  jsonExample('Title: Speech for Odile Marl', {
    questions: [
      {
        text: 'What is the speech for?',
        choices: ['Her farewell', 'Her wedding', 'A prize that she won'],
        default: 'Her farewell',
        secret: false,
      },
      {
        text: 'How do you know her?',
        choices: ['From work', 'As a friend', 'From the rowing club'],
        default: 'From work',
        secret: false,
      },
    ],
  }),
  jsonExample('Title: Compare canoe and kayak hire on Lake Orrin', { questions: [] }),
];
