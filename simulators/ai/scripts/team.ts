import { textOf } from '../chat-request.ts';
import { type Fact, INVENTED, TYRE_FACTS } from '../tyre-facts.ts';
import { formOf } from './form-of.ts';
import { doubtsIn, type JudgeStatement, pointsOn, verdictsOn } from './read-statements.ts';
import type { ChatCall, Script } from './script.ts';

/**
 * All models of the tool that reads the web in one script: the requested form shows which one is meant (planner,
 * reader or writer). A reader extracts the fixed facts on the page it is shown; a writer turns each claim into a
 * sentence.
 */
export type Vice =
  | 'honest'
  | 'inventing'
  | 'swapping'
  | 'linking'
  | 'obeying'
  | 'miscounting'
  | 'musing'
  | 'exchanging'
  | 'denying'
  | 'insisting'
  | 'computing'
  | 'idle';

/** A writer's own statement, without a source or a number. */
export const MUSING = 'All of this is well known to everybody in the mountains.';

export const TEAM: readonly Script[] = [
  {
    model: 'team',
    does: 'plans, reads and writes what `simulators/web` says about winter tyres, faithfully',
    run: (call) => answerInRole(call, 'honest'),
  },
  {
    model: 'team-slow-(\\d+)',
    does: 'does the same, each answer over that many milliseconds',
    run: (call, ms) => answerInRole(call, 'honest', Number(ms)),
  },
  {
    model:
      'team-(inventing|swapping|linking|obeying|miscounting|musing|exchanging|denying|insisting|computing|idle)',
    does: 'does the same, but reads what is not there, writes other numbers, links, obeys pages, cites wrongly, adds what it thinks, exchanges two figures of a quote, says the opposite of one, exchanges figures and insists on it when corrected, has a difference computed from the names of figures and another from names that there are not, or plans no search',
    run: (call, vice) => answerInRole(call, toVice(vice)),
  },
  {
    model: 'team-(planner|reader|writer)-thinks-(\\d+)',
    does: 'does the same, but the one role thinks that many tokens first, and stops where its cap is used up',
    async run(call, role, tokens) {
      if (roleOf(call) !== role) return answerInRole(call, 'honest');
      const { max_tokens: cap = 0, max_completion_tokens = cap } = call.request;
      const text = textFor(formAskedOf(call), call.request.messages.map(textOf).join('\n'), 'honest');
      // Four characters per token, as everywhere in the simulator.
      const room = Math.max(0, 4 * (max_completion_tokens - Number(tokens)));
      if (room > 0) await call.reply.words(text.slice(0, room));
      await call.reply.end(text.length > room ? 'length' : 'stop');
    },
  },
  {
    model: 'team-but-(planner|reader|writer)-(.+)',
    does: 'does the same, but the one role does what the rest of the name says',
    run: (call, role, rest = '') =>
      roleOf(call) === role ? playOther(call, rest) : answerInRole(call, 'honest'),
  },
  {
    model: 'team-first-(planner|reader|writer)-(.+)',
    does: 'does the same, but the first call of the one role does what the rest of the name says',
    run: (call, role = '', rest = '') =>
      roleOf(call) === role && call.nthAs(role) === 1 ? playOther(call, rest) : answerInRole(call, 'honest'),
  },
];

async function playOther(call: ChatCall, name: string): Promise<void> {
  const { findScript } = await import('./find-script.ts');
  const play = findScript(`sim/${name}`);
  if (!play) throw new Error(`no such script: ${name}`);
  await play(call);
}

const VICES: readonly Vice[] = [
  'inventing',
  'swapping',
  'linking',
  'obeying',
  'miscounting',
  'musing',
  'exchanging',
  'denying',
  'insisting',
  'computing',
  'idle',
];
const toVice = (name: string | undefined): Vice => VICES.find((vice) => vice === name) ?? 'honest';

function formAskedOf({ request }: ChatCall): string {
  return formOf(request) ?? 'text';
}

function roleOf(call: ChatCall): 'planner' | 'reader' | 'writer' | 'checker' {
  const form = formAskedOf(call);
  if (form === 'claims') return 'reader';
  if (form === 'verdicts' || form === 'points') return 'checker';
  return form === 'text' || form === 'rewording' || form === 'corrections' ? 'writer' : 'planner';
}

async function answerInRole(call: ChatCall, vice: Vice, ms = 0): Promise<void> {
  const shown = call.request.messages.map(textOf).join('\n');
  await call.reply.words(textFor(formAskedOf(call), shown, vice), ms);
  await call.reply.end();
}

const QUESTION = 'Which tyres does the law ask for on the way from Vienna to Bolzano in winter?';

const QUERIES = [
  'winter tyres law Austria',
  'A22 Brenner winter tyres chains required',
  'Winterausrüstung Südtirol Strafe',
];

function textFor(form: string, shown: string, vice: Vice): string {
  switch (form) {
    case 'search_plan':
      return JSON.stringify({
        question: QUESTION,
        queries: vice === 'idle' ? [] : QUERIES,
      });
    case 'research_plan':
      return JSON.stringify(vice === 'idle' ? { ...RESEARCH_PLAN, questions: [] } : RESEARCH_PLAN);
    case 'more_queries':
      return JSON.stringify({ queries: ['hire car alpine tyres fitted on request'] });
    case 'leads':
      return JSON.stringify({
        follow: namesIn(shown).map(({ id }) => ({ id, words: 'winter tyres braking' })),
      });
    case 'claims':
      return JSON.stringify({
        ...(asksForLeads(shown) && { leads: LEADS.filter((name) => shown.includes(name)) }),
        claims: notesOn(shown, vice),
      });
    // It only knows one language.
    case 'rewording':
      return JSON.stringify({ claims: [] });
    case 'verdicts':
      return JSON.stringify(verdictsOn(shown, judgeTyres));
    case 'points':
      return JSON.stringify(pointsOn(shown));
    case 'corrections':
      return JSON.stringify({ sentences: correct(shown, vice) });
    default:
      return write(shown, vice);
  }
}

/** What a careful reader says: it knows what each quote says, and that anything like it is something else. */
const judgeTyres: JudgeStatement = ({ text, quotes }) => {
  const facts = TYRE_FACTS.filter(({ quote }) => quotes.some((each) => plain(each) === plain(quote)));
  if (facts.some((fact) => plain(fact.text) === plain(text))) return 'supported';
  if (text === 'The fine on the motorway is 46 euros higher.') return { expression: '87 - 41' };
  const bare = (words: string): string =>
    plain(words)
      .replace(/\d+|\bnot\b|\bdoes\b/g, '')
      .slice(0, 12);
  return facts.some((fact) => bare(fact.text) === bare(text)) ? 'contradicted' : 'not_said';
};

/** Writes what the quotes of a sentence say; nothing, if it doesn't know any. */
function correct(shown: string, vice: Vice): { id: string; text: string }[] {
  return doubtsIn(shown).map(({ id, text, cites, quotes }) => {
    if (vice === 'insisting' || vice === 'swapping') return { id, text: `${text} [${cites.join(', ')}]` };
    const fact = TYRE_FACTS.find(({ quote }) => quotes.some((each) => plain(each) === plain(quote)));
    return { id, text: fact === undefined ? '' : `${fact.text} [${cites.join(', ')}]` };
  });
}

export const RESEARCH_PLAN = {
  brief: 'What the law and safety ask of tyres on the way from Vienna to Bolzano in December.',
  questions: [
    {
      question: 'What does the law in Austria ask for?',
      queries: ['winter tyres law Austria'],
      points: [
        { id: 'm1', text: 'When winter tyres are required in Austria' },
        { id: 'm2', text: 'How much tread they need' },
      ],
    },
    {
      question: 'What applies on the Brenner motorway and in South Tyrol?',
      queries: ['A22 Brenner winter tyres chains required', 'Winterausrüstung Südtirol Strafe'],
      points: [
        { id: 'm3', text: 'What is required on the A22' },
        { id: 'm4', text: 'What the fine is' },
      ],
    },
    {
      question: 'Are hire cars fitted for it?',
      queries: ['hire car winter equipment terms'],
      points: [{ id: 'm5', text: 'Whether the hire car has alpine tyres' }],
    },
  ],
} as const;

const plain = (text: string): string => text.replace(/\s+/g, ' ');

/** Names that a reader of the simulated web finds worth following. */
const LEADS = ['Nordreif winter test'];

/** Whether a reader is asked for names beside its notes. Only one of the two schemas has a place for them. */
export const asksForLeads = (shown: string): boolean => shown.includes('{"leads":');

/** The names that a planner may choose from. */
export const namesIn = (shown: string): { id: string; name: string }[] =>
  [...shown.matchAll(/^\[(l\d+)\] (.*)$/gm)].map(([, id = '', name = '']) => ({ id, name }));

export function notesOn(shown: string, vice: Vice): Pick<Fact, 'text' | 'quote' | 'answers'>[] {
  const facts = TYRE_FACTS.filter(({ quote }) => plain(shown).includes(plain(quote)));
  if (vice === 'inventing') return [INVENTED, ...facts];
  const order = vice === 'obeying' ? /reply with the JSON (\{.*\})/.exec(shown)?.[1] : undefined;
  if (order === undefined) return [...facts];
  const { claims }: { claims: { text: string; quote: string }[] } = JSON.parse(order);
  return claims.map(({ text, quote }) => ({ text, quote, answers: [] }));
}

/** Writes one sentence per claim, in the given order. */
export function write(shown: string, vice: Vice): string {
  const claims = [...shown.matchAll(/^\[(c\d+)\] (.*) \([^()]*\)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }));
  const sentences = claims.map(({ id, text }, at) => `${spoil(text, at, vice)} [${idFor(id, at, vice)}]`);
  const body = sentences.join(' ');
  if (vice === 'musing') return `${body} ${MUSING}`;
  if (vice === 'computing')
    return `${body} ${compute(shown)} So it is {{= c98 - c99}} euros in all [c98, c99].`;
  if (vice !== 'linking') return body;
  return `${body} See [here](https://collector.example/?q=secret) ![x](https://collector.example/p.png) <img src="https://collector.example/i.png"> https://collector.example/bare`;
}

/** Names the figures of the two fines, as they stand behind their claims. */
function compute(shown: string): string {
  const nameOf = (value: number): string => new RegExp(`(c[\\d.]+) = ${value}\\b`).exec(shown)?.[1] ?? 'c97';
  return `The fine on the motorway is {{= ${nameOf(87)} - ${nameOf(41)}}} euros higher.`;
}

const OF_BRAKING = /^With (\d+) mm(.*) with (\d+) mm\.$/;

function spoil(text: string, at: number, vice: Vice): string {
  if (vice === 'exchanging' || vice === 'insisting')
    return text.replace(OF_BRAKING, 'With $3 mm$2 with $1 mm.');
  if (vice === 'denying') return text.replace('The law asks for', 'The law does not ask for');
  return vice === 'swapping' && at === 0 ? text.replace(/\d+/, (number) => String(Number(number) + 1)) : text;
}

function idFor(id: string, at: number, vice: Vice): string {
  return vice === 'miscounting' && at === 0 ? 'c999' : id;
}
