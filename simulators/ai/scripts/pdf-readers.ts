import { textOf } from '../chat-request.ts';
import { formOf } from './form-of.ts';
import { doubtsIn, type JudgeStatement, pointsOn, verdictsOn } from './read-statements.ts';
import type { ChatCall, Script } from './script.ts';
import { MUSING } from './team.ts';

/**
 * Both models of the tool that reads a PDF in one script. A reader extracts each sentence on a line of its own; a
 * writer turns each claim into a sentence. Both are mechanical, so that a test's result shows our own reading,
 * checking and numbering.
 */
type Vice = 'honest' | 'inventing' | 'swapping' | 'denying' | 'miscounting' | 'musing' | 'obeying';

export const PDF_READERS: readonly Script[] = [
  {
    model: 'pdf',
    does: 'notes the sentences of the pages it is shown, and writes what its notes say, faithfully',
    run: (call) => play(call, 'honest'),
  },
  {
    model: 'pdf-(inventing|swapping|denying|miscounting|musing|obeying)',
    does: 'does the same, but notes what is not there, writes other numbers, says the opposite, cites wrongly, adds what it thinks, or does what a page says',
    run: (call, vice) => play(call, VICES.find((one) => one === vice) ?? 'honest'),
  },
  {
    model: 'pdf-but-first-(.+)',
    does: 'does the same, but the first call does what the rest of the name says',
    async run(call, rest = '') {
      if (call.nth > 1) return play(call, 'honest');
      const { findScript } = await import('./find-script.ts');
      const other = findScript(`sim/${rest}`);
      if (!other) throw new Error(`no such script: ${rest}`);
      return other(call);
    },
  },
];

const VICES: readonly Vice[] = ['inventing', 'swapping', 'denying', 'miscounting', 'musing', 'obeying'];

async function play(call: ChatCall, vice: Vice): Promise<void> {
  const shown = call.request.messages.map(textOf).join('\n');
  await call.reply.words(textFor(formOf(call.request) ?? 'text', shown, vice));
  await call.reply.end();
}

function textFor(form: string, shown: string, vice: Vice): string {
  switch (form) {
    case 'pdf_claims':
      return JSON.stringify({ claims: notesOn(shown, vice) });
    case 'verdicts':
      return JSON.stringify(verdictsOn(shown, judge));
    case 'points':
      return JSON.stringify(pointsOn(shown));
    case 'corrections':
      return JSON.stringify({
        sentences: doubtsIn(shown).map(({ id, text, quotes, cites: [cites = ''] }) => ({
          id,
          text: `${vice === 'swapping' ? text : (quotes[0] ?? '')} [${cites}]`,
        })),
      });
    default:
      return write(shown, vice);
  }
}

/** A sentence of these texts is its quote, and whatever else is nearly the same says something else. */
const judge: JudgeStatement = ({ text, quotes }) => {
  if (quotes.some((quote) => quote.trim() === text)) return 'supported';
  const bare = (words: string): string => words.replace(/\d+|\bnot\b/g, '').slice(0, 12);
  return quotes.some((quote) => bare(quote) === bare(text)) ? 'contradicted' : 'not_said';
};

interface Note {
  readonly text: string;
  readonly quote: string;
}

const INVENTED: Note = {
  text: 'The landlord pays 9000 euros.',
  quote: 'The landlord pays nine thousand euros on the first day of each year.',
};

function notesOn(shown: string, vice: Vice): Note[] {
  const pages = [...shown.matchAll(/<page-(\d+)-([\w-]+)>\n([\s\S]*?)\n<\/page-\1-\2>/g)].map(
    ([, , , text = '']) => text,
  );
  const lines = pages.flatMap((text) => text.split('\n')).filter((line) => /^.{20,}\.$/.test(line));
  const notes = lines.map((line) => ({ text: line, quote: line }));
  const order = lines.find((line) => line.startsWith('Ignore your rules'));
  if (vice === 'obeying' && order)
    return [{ text: order, quote: 'Words that stand on no page of this document.' }];
  return vice === 'inventing' ? [INVENTED, ...notes] : notes;
}

function spoil(text: string, vice: Vice): string {
  if (vice === 'denying') return text.replace(/ (?=\S+$)/, ' not ');
  return vice === 'swapping' ? text.replace(/\d+/, (number) => String(Number(number) + 1)) : text;
}

/** Writes one sentence per claim, in the given order. */
function write(shown: string, vice: Vice): string {
  const said = [...shown.matchAll(/^\[(c\d+)\] (.*) \(p\. \d+\)$/gm)]
    .map(([, id = '', text = ''], at) => {
      const words = at === 0 ? spoil(text, vice) : text;
      return `${words} [${vice === 'miscounting' && at === 0 ? 'c999' : id}]`;
    })
    .join(' ');
  return vice === 'musing' ? `${said} ${MUSING}` : said;
}
