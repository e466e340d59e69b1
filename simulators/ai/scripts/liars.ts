import { IN_LANGUAGE } from '../answers.ts';
import { textOf } from '../chat-request.ts';
import { formOf } from './form-of.ts';
import { type ChatCall, hasEarlierAnswer, type Script } from './script.ts';

/** Writers that break what their run has promised. What they write besides, and read, is that of another script. */
const VICES: Readonly<Record<string, { readonly does: string; readonly says: (honest: string) => string }>> =
  {
    foreign: {
      does: 'in German',
      says: (honest) => `${headingsIn(honest)}${IN_LANGUAGE['de']} ${IN_LANGUAGE['de']} ${namesIn(honest)}`,
    },
    short: {
      does: 'one word',
      says: (honest) => `Done. ${citationsIn(honest)}`,
    },
    idle: {
      does: 'nothing but empty boxes',
      says: () => '---\n\n- [ ]\n- [ ]',
    },
    unsourced: {
      does: 'without naming a source or a cell',
      says: (honest) => honest.replaceAll(CITATION, '').replaceAll(new RegExp(CELL, 'g'), ''),
    },
    unsectioned: {
      does: 'without a heading',
      says: (honest) => honest.replaceAll(/^#+ .*$/gm, ''),
    },
    wordy: {
      does: 'the same again and again',
      says: (honest) =>
        Array.from({ length: Math.ceil(MANY / honest.split(/\s+/).length) }, () => honest).join('\n\n'),
    },
  };

/** Words: more than any text is asked for. */
const MANY = 1_600;

const CITATION = /\s*\[c\d+\]/g;

const CELL = /\{\{[^{}]+\}\}/;

/** What a text rests on, which is no lie. */
const citationsIn = (text: string): string => (text.match(CITATION) ?? []).join(' ');

/** The same with one cell of a result. More in one sentence would seem to be given to other rows. */
const namesIn = (text: string): string => `${citationsIn(text)} ${CELL.exec(text)?.[0] ?? ''}`;

const headingsIn = (text: string): string =>
  (text.match(/^#+ /gm) ?? []).map((mark) => `${mark}Ein Teil\n\n`).join('');

export const LIARS: readonly Script[] = [
  {
    model: `liar-(${Object.keys(VICES).join('|')})(-once)?-(.+)`,
    shownAs: 'liar-<foreign\\|short\\|idle\\|unsourced\\|unsectioned\\|wordy>-<other>',
    does: 'does what the rest of its name says, but writes texts in German, of one word, of empty boxes, without naming a source or a cell, without a heading, or the same again and again; with `-once` before the rest, until it is shown its own text again',
    async run(call, vice = '', once, rest = '') {
      const isHonest = once !== undefined && hasEarlierAnswer(call);
      const says = VICES[vice]?.says;
      if (says === undefined) throw new Error(`no such vice: ${vice}`);
      if (formOf(call.request) === undefined && !isHonest) call.reply.change(says);
      await play(call, rest);
    },
  },
  {
    model: 'lazy-(\\d+)-(.+)',
    shownAs: 'lazy-<n>-<other>',
    does: 'does what the rest of its name says, but answers prose where it is shown a page of a PDF behind that one',
    async run(call, most, rest = '') {
      const shown = call.request.messages.map(textOf).join('\n');
      const pages = [...shown.matchAll(/^<page-(\d+)-/gm)].map(([, page]) => Number(page));
      if (pages.every((page) => page <= Number(most))) return play(call, rest);
      await call.reply.words('These pages are much like the others, so I have not read them.');
      await call.reply.end();
    },
  },
];

async function play(call: ChatCall, rest: string): Promise<void> {
  const { findScript } = await import('./find-script.ts');
  const script = findScript(`sim/${rest}`);
  if (!script) throw new Error(`no such script: ${rest}`);
  await script(call);
}
