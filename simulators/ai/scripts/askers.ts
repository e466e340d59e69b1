import { textOf } from '../chat-request.ts';
import { formOf } from './form-of.ts';
import type { ChatCall, Script } from './script.ts';

/** Questions for "Book dentist", as a careful model asks them. */
export const TWO_QUESTIONS = [
  {
    text: 'What is the appointment for?',
    choices: ['Check-up', 'Toothache', 'Cleaning'],
    default: 'Check-up',
    secret: false,
  },
  {
    text: 'When would suit you?',
    choices: ['This week', 'Next week', 'Any day'],
    default: 'Next week',
    secret: false,
  },
] as const;

const [ONE] = TWO_QUESTIONS;

/** What models answer when they are asked for questions: as told, too much, or nothing of use. */
const SAID: Readonly<Record<string, string>> = {
  two: JSON.stringify({ questions: TWO_QUESTIONS }),
  twenty: JSON.stringify({
    questions: Array.from({ length: 20 }, (_, at) => ({ ...ONE, text: `Question ${at + 1}?` })),
  }),
  markup: JSON.stringify({
    questions: [
      {
        ...ONE,
        text: `<img src=x onerror=alert(1)> ${'Why? '.repeat(100)}`,
        choices: ['<b>Bold</b>', '', '<b>Bold</b>'],
        default: ' [here](https://collector.example) ',
      },
    ],
  }),
  secrets: JSON.stringify({
    questions: [{ ...ONE, text: 'What is your bank password?', secret: true }, ONE],
  }),
  prose: 'I would like to know more about your teeth before I begin. What hurts?',
  nothing: '',
};

export const ASKERS: readonly Script[] = [
  {
    model: `asks-(${Object.keys(SAID).join('|')})-(.+)`,
    shownAs: 'asks-<manner>-<other>',
    does: `where it is asked for questions before a task begins, asks \`two\`, \`twenty\`, some with \`markup\` or for \`secrets\`, answers \`prose\` or \`nothing\`; then does what the rest of its name says. Every other script asks two of "Book dentist" and finds nothing missing elsewhere, and that call isn't in the journal`,
    async run(call, manner = '', rest = '') {
      if (asksForQuestions(call)) return say(call, SAID[manner] ?? '');
      const { findScript } = await import('./find-script.ts');
      const play = findScript(`sim/${rest}`);
      if (!play) throw new Error(`no such script: ${rest}`);
      return play(call);
    },
  },
];

export const asksForQuestions = ({ request }: Pick<ChatCall, 'request'>): boolean =>
  formOf(request) === 'questions';

/** True for the models above, which say the same whatever the task is. */
export const isAsker = (model: string): boolean => model.startsWith('sim/asks-');

/** What all other models ask: of this one title, two questions. */
export function questionsOn({ request }: Pick<ChatCall, 'request'>): string {
  const isThin = request.messages.some(
    (message) => message.role === 'user' && /^Title: Book dentist$/m.test(textOf(message)),
  );
  return JSON.stringify({ questions: isThin ? TWO_QUESTIONS : [] });
}

async function say({ reply }: ChatCall, text: string): Promise<void> {
  if (text !== '') await reply.words(text);
  await reply.end();
}
