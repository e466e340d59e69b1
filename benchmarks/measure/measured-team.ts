import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import { textOf } from '#simulators/ai/chat-request.ts';
import { formOf } from '#simulators/ai/scripts/form-of.ts';
import { doubtsIn, pointsOn, verdictsOn } from '#simulators/ai/scripts/read-statements.ts';
import type { ChatCall, Script } from '#simulators/ai/scripts/script.ts';

/**
 * A research in the lengths of a real one: pages of several thousand characters, quotes and sentences of some twenty
 * words, a report of some forty sentences. All of it is counted in tokens, so only lengths matter.
 */

const TOWNS = [
  'Aldersbach',
  'Brixlegg',
  'Castelrotto',
  'Dornbirn',
  'Egna',
  'Feldkirch',
  'Gmunden',
  'Hallein',
];
/** As many as a report of 1,200 words has. */
const MOST_SENTENCES = 44;
const SENTENCES_PER_PAGE = 60;
const NOTES_PER_PAGE = 6;

/** What a page says, in 26 words. Its number makes it differ from every other. */
const factOf = (number: number): string =>
  `In ${2000 + (number % 26)} the municipal office of ${TOWNS[number % TOWNS.length]} recorded ${1000 + number} applications for a residential permit, of which ${200 + (number % 700)} were approved within ${3 + (number % 40)} weeks of filing.`;

const FACT =
  /In (\d+) the municipal office of (\S+) recorded (\d+) applications for a residential permit, of which (\d+) were approved within (\d+) weeks of filing\./g;

/** Six hits for each query, at addresses of their own. */
export function measuredSearch(usd: number): SearchEngine {
  let searches = 0;
  return {
    name: 'measured',
    usd: () => usd,
    async search({ count }) {
      searches += 1;
      const hits = Array.from({ length: Math.min(6, count) }, (_hit, at) => ({
        url: `https://town-${searches}-${at}.example/permits`,
        title: `Residential permits, part ${searches}.${at}`,
        excerpt: 'Applications and how many of them were approved.',
      }));
      return { hits, usage: { promptTokens: 0, completionTokens: 0, cost: usd } };
    },
  };
}

export function measuredPages(): PageReader {
  return {
    async read(url) {
      const [, search = '0', hit = '0'] = /town-(\d+)-(\d+)/.exec(url) ?? [];
      const first = (Number(search) * 10 + Number(hit)) * SENTENCES_PER_PAGE;
      const facts = Array.from({ length: SENTENCES_PER_PAGE }, (_fact, at) => factOf(first + at));
      const blocks = Array.from({ length: SENTENCES_PER_PAGE / 5 }, (_block, at) =>
        facts.slice(at * 5, at * 5 + 5).join(' '),
      );
      const title = `Residential permits of the towns in part ${search}.${hit}`;
      return { url, title, date: '2026-05-04', language: 'en', blocks, hash: url };
    },
    close: async () => undefined,
  };
}

export interface Measured {
  readonly questions: number;
  readonly queriesPerQuestion: number;
  /** One sentence in so many says the opposite of its quote; null: all are true. */
  readonly wrongOneIn: number | null;
}

/** All roles in one script: the requested form tells which one is meant. */
export function measuredTeam(measured: Measured): Script {
  return {
    model: 'measured',
    does: 'plans, reads, writes and checks a research in the lengths of a real one',
    async run(call) {
      await call.reply.words(answerFor(call, measured));
      await call.reply.end();
    },
  };
}

function answerFor({ request }: ChatCall, measured: Measured): string {
  const shown = request.messages.map(textOf).join('\n');
  switch (formOf(request) ?? 'text') {
    case 'research_plan':
      return JSON.stringify(planOf(measured));
    case 'more_queries':
      return JSON.stringify({ queries: ['permits that were refused', 'permits by year and town'] });
    case 'leads':
      return JSON.stringify({ follow: [] });
    case 'claims':
      return JSON.stringify({ leads: [], claims: notesOn(shown) });
    case 'verdicts':
      return JSON.stringify(
        verdictsOn(shown, ({ text }) => {
          if (text === ADVICE) return 'no_claim';
          return text.includes(' never ') ? 'contradicted' : 'supported';
        }),
      );
    case 'points':
      return JSON.stringify(pointsOn(shown));
    case 'corrections':
      return JSON.stringify({ sentences: doubtsIn(shown).map(correct) });
    default:
      return write(shown, measured.wrongOneIn);
  }
}

function planOf({ questions, queriesPerQuestion }: Measured) {
  return {
    brief: 'How many applications for a residential permit the towns have approved, and how soon.',
    questions: Array.from({ length: questions }, (_question, at) => ({
      question: `How many applications for a residential permit were approved in region ${at + 1}?`,
      queries: Array.from(
        { length: queriesPerQuestion },
        (_query, query) => `residential permit applications approved region ${at + 1} source ${query + 1}`,
      ),
      points: [{ id: `m${at + 1}`, text: `The number of approvals in region ${at + 1}` }],
    })),
  };
}

function notesOn(shown: string) {
  const points = [...shown.matchAll(/^- (m\d+): /gm)].map(([, id = '']) => id);
  return [...shown.matchAll(FACT)]
    .slice(0, NOTES_PER_PAGE)
    .map(([quote, year, town, filed, approved, weeks]) => ({
      text: `In ${year}, ${town} approved ${approved} of its ${filed} applications for a residential permit within ${weeks} weeks.`,
      quote,
      answers: points,
    }));
}

/** What a writer adds to a section: it has figures, but no source. */
const ADVICE =
  'Plan at least 3 hours for the office, and call 2 of its clerks before you file an application of your own.';

/** What a writer concludes of a section, with neither figures nor a source. */
const CONCLUSION =
  'The towns of this region differ more in how soon they answer than in how often they say yes, so it pays to apply early.';

/** A sentence for each claim, every third with a second source, in four sections that begin with a conclusion and advice. */
function write(shown: string, wrongOneIn: number | null): string {
  const claims = [...shown.matchAll(/^\[(c\d+)\] (.*) \([^()]*\)$/gm)].slice(0, MOST_SENTENCES);
  const sentences = claims.map(([, id = '', text = ''], at) => {
    const isWrong = wrongOneIn !== null && at % wrongOneIn === wrongOneIn - 1;
    const other = at % 3 === 2 ? claims[at - 1]?.[1] : undefined;
    const cited = other === undefined ? id : `${id}, ${other}`;
    return `${isWrong ? text.replace(' approved ', ' never approved ') : text} [${cited}]`;
  });
  const perSection = Math.ceil(sentences.length / 4);
  return sentences
    .flatMap((sentence, at) =>
      at % perSection === 0 ? ['', '### The next region', '', CONCLUSION, '', ADVICE, sentence] : [sentence],
    )
    .join('\n')
    .trim();
}

const correct = ({ id, text, cites }: { id: string; text: string; cites: readonly string[] }) => ({
  id,
  text: `${text.replace(' never approved ', ' approved ')} [${cites.join(', ')}]`,
});
