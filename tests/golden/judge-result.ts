import type { ToolOutput } from '#server/product/ai/tool.ts';
import type { GoldenTask, Lie, Note, Sentence } from './golden-task.ts';
import type { Result } from './golden-world.ts';

/**
 * What came of a task, counted against what whoever wrote it knows: nothing here asks the engine's own checks whether
 * they are right.
 */
export interface Judgement {
  /** Citations behind sentences that are shown as borne out, and those of them that lead to the words that bear them out. */
  readonly citations: { readonly shown: number; readonly right: number };
  /** True sentences that rest on a source, and those of them that are shown with it. */
  readonly claims: { readonly made: number; readonly cited: number };
  /** The same as the citations, of PDFs: numbers of pages. */
  readonly pages: { readonly shown: number; readonly right: number };
  /** Numbers in sentences that are not marked as unverified, and those of them that are true; of tools that check them. */
  readonly numbers: { readonly shown: number; readonly right: number };
  /** The text is in the language that was asked for, or says that it is not; null for what has no text. */
  readonly isInLanguage: boolean | null;
  readonly planted: readonly Lie[];
  /** Of these, what a reader sees unmarked. */
  readonly shown: readonly Lie[];
  /** What is otherwise than expected, for whoever has to mend it. */
  readonly problems: readonly string[];
}

type Fate = { readonly is: 'gone' | 'marked' } | { readonly is: 'shown'; readonly cites: readonly number[] };

const CITATION = /\s*\[@[\w-]+\]/g;
/** Digits of any script, with what stands between them in one number. */
const NUMBER = /\p{Nd}+(?:[.,'’٫٬\u00a0\u202f]?\p{Nd}+)*/gu;

const numbersOf = (text: string): number => text.match(NUMBER)?.length ?? 0;

export function judgeResult(task: GoldenTask, result: Result): Judgement {
  const body = bodyOf(result);
  const sentences = (task.model?.drafts ?? [])
    .flatMap(({ says }) => says)
    .filter(({ shown }) => shown !== null)
    .map((sentence) => ({ sentence, fate: fateOf(wordsOf(sentence), body) }));
  const truths = sentences.filter(({ sentence }) => !sentence.lie);
  const visible = sentences.filter(({ fate }) => fate.is === 'shown');
  const cited = visible.flatMap(({ sentence, fate }) =>
    (fate.is === 'shown' ? fate.cites : []).map((n) => ({
      sentence,
      isRightPlace: sentence.unseen !== 'other page' && leadsTo(n, sentence, task, result),
    })),
  );
  const right = cited.filter((each) => each.isRightPlace && !each.sentence.unseen);
  const astray = cited.filter((each) => !each.isRightPlace && !each.sentence.unseen);
  const made = truths.filter(({ sentence }) => /\[@/.test(sentence.text) && !sentence.unseen);
  const isCited = ({ fate }: (typeof made)[number]): boolean => fate.is === 'shown' && fate.cites.length > 0;
  const uncited = result.output ? made.filter((each) => !isCited(each)) : [];
  // Beside a picture stands what its file is, which code has measured.
  const leftover = task.picture ? 0 : numbersOf(without(sentences, body));
  const notices = result.output?.notices.map(({ key }) => key) ?? [];
  const lies = liesOf(task, sentences, result, notices.includes('other_language'));
  const shown = lies.filter((lie) => lie.isShown).map(({ what }) => what);
  const numbers = visible.map(({ sentence }) => ({
    isTrue: !sentence.lie,
    count: numbersOf(wordsOf(sentence)),
  }));
  const count = (some: typeof numbers): number => some.reduce((sum, each) => sum + each.count, 0);
  const isPdf = task.tool === 'doc_summary';
  const missing = result.output
    ? truths.filter(({ sentence, fate }) => fate.is !== 'shown' && !sentence.unseen)
    : [];
  return {
    citations: { shown: cited.length, right: right.length },
    claims: {
      made: result.output ? made.length : 0,
      cited: made.filter(isCited).length,
    },
    pages: isPdf
      ? { shown: cited.length, right: cited.filter(({ isRightPlace }) => isRightPlace).length }
      : { shown: 0, right: 0 },
    numbers: result.output?.evidence
      ? { shown: count(numbers) + leftover, right: count(numbers.filter(({ isTrue }) => isTrue)) }
      : { shown: 0, right: 0 },
    isInLanguage:
      result.output === null || task.picture || !task.model
        ? null
        : !shown.includes('wrong language') &&
          (notices.includes('other_language') || truths.some(({ fate }) => fate.is === 'shown')),
    planted: lies.map(({ what }) => what),
    shown,
    problems: [
      ...endProblems(task, result, notices),
      ...(task.shows ?? [])
        .filter((words) => !result.told.includes(words))
        .map((words) => `nobody who writes was shown: ${words}`),
      ...unreadOf(task, result).map((on) => `no reader was shown what is noted of: ${on}`),
      ...shown.map((lie) => `shown although it is a lie: ${lie}`),
      ...missing.map(({ sentence, fate }) => `true and ${fate.is}: ${wordsOf(sentence)}`),
      ...uncited.map(({ sentence }) => `without its citation: ${wordsOf(sentence)}`),
      ...astray.map(({ sentence }) => `its citation leads elsewhere: ${wordsOf(sentence)}`),
      ...(leftover > 0 ? [`numbers that nobody has written down: ${without(sentences, body)}`] : []),
    ],
  };
}

const wordsOf = ({ text, shown }: Sentence): string => plain(shown ?? text.replace(CITATION, ''));

/** The narrow spaces that some languages write in numbers count as spaces. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a model has written of it, without what the engine adds: links with their quotes, and the list of sources. */
function bodyOf({ output }: Result): string {
  const [body = ''] = (output?.content ?? '').split(/\n\n(?:---\n\n|(?=1\. \*\*\[))|^(?=1\. \*\*\[)/);
  return plain(body.replace(/\[figure \d+\]/g, ''));
}

function fateOf(words: string, body: string): Fate {
  const at = body.indexOf(words);
  if (at === -1) return { is: 'gone' };
  const after = body.slice(at + words.length);
  if (/^\s*\[\?\]/.test(after)) return { is: 'marked' };
  const behind = /^(?:\[\d+\])+/.exec(after)?.[0] ?? '';
  return { is: 'shown', cites: [...behind.matchAll(/\d+/g)].map(([digits]) => Number(digits)) };
}

/** Whether a citation leads to where a sentence's notes really stand, and shows their words. */
function leadsTo(n: number, sentence: Sentence, { model }: GoldenTask, { output }: Result): boolean {
  if (sentence.lie) return false;
  const names = [...sentence.text.matchAll(/\[@([\w-]+)\]/g)].map(([, name]) => name);
  const notes = (model?.notes ?? []).filter(({ name, lie }) => names.includes(name) && !lie);
  const source = output?.evidence?.sources.find((each) => each.n === n);
  return notes.some(
    ({ on, quote }) =>
      (on === source?.host || on === source?.n) &&
      source.quotes.some(({ text }) => plain(text) === plain(quote)),
  );
}

/** The body without the sentences that were written down, marks and citations. */
function without(sentences: readonly { readonly sentence: Sentence }[], body: string): string {
  const known = sentences.map(({ sentence }) => wordsOf(sentence)).toSorted((a, b) => b.length - a.length);
  const rest = known.reduce((text, words) => text.replaceAll(words, ''), body);
  return rest.replace(/\[(?:\d+|\?)\]/g, '').trim();
}

function liesOf(
  { planted = [], model }: GoldenTask,
  sentences: readonly { readonly sentence: Sentence; readonly fate: Fate }[],
  { output, sent, told }: Result,
  saysOtherLanguage: boolean,
): { readonly what: Lie; readonly isShown: boolean }[] {
  const delivered = output ? deliveredBy(output, sentences) : '';
  const stands = (text: string): boolean => delivered.includes(text);
  const isToldOf = (what: Lie): boolean => what === 'wrong language' && saysOtherLanguage;
  const ofNote = ({ text, quote, lie }: Note) =>
    lie ? [{ what: lie, isShown: stands(text) || (lie === 'invented quote' && stands(quote)) }] : [];
  return [
    // What fails here fails before anybody is asked to write.
    ...(output ? sentences : []).flatMap(({ sentence: { lie }, fate }) =>
      lie ? [{ what: lie, isShown: fate.is === 'shown' && !isToldOf(lie) }] : [],
    ),
    ...(model?.notes ?? []).flatMap(ofNote),
    ...planted.map(({ lie, text }) => ({
      what: lie,
      // There is no harmless way to deliver a picture that is none.
      isShown:
        lie === 'unusable picture'
          ? output !== null
          : lie === 'forged mark'
            ? drawn(output?.content ?? '').includes(text)
            : stands(text) || sent.includes(text) || (lie === 'hidden characters' && told.includes(text)),
    })),
  ];
}

/** As Markdown is drawn, as far as marks in it go. */
const drawn = (markdown: string): string => markdown.replace(/\\([^\w\s])/g, '$1');

/** All that a reader may take for true: the text without the sentences that are marked, and what its sources are shown with. */
function deliveredBy(
  { content, evidence }: ToolOutput,
  sentences: readonly { readonly sentence: Sentence; readonly fate: Fate }[],
): string {
  const marked = sentences
    .filter(({ fate }) => fate.is === 'marked')
    .map(({ sentence }) => wordsOf(sentence));
  const text = marked.reduce((rest, words) => rest.replaceAll(words, ''), plain(content));
  const sources = (evidence?.sources ?? []).flatMap(({ url, title, quotes }) => [
    url,
    title,
    ...quotes.map((quote) => quote.text),
  ]);
  return [text, ...sources].join('\n');
}

/** Where notes are told to stand, and no reader has looked: what was never read proves nothing about what is kept of it. */
function unreadOf({ tool, model }: GoldenTask, { read }: Result): Note['on'][] {
  const sign = (on: Note['on']): string => (tool === 'doc_summary' ? `<page-${on}-` : ` of ${on}`);
  return (model?.notes ?? []).map(({ on }) => on).filter((on) => !read.includes(sign(on)));
}

function endProblems({ ends, picture }: GoldenTask, result: Result, notices: readonly string[]): string[] {
  const fails = ends && 'fails' in ends ? ends.fails : null;
  const told = ends && 'notices' in ends ? ends.notices : [];
  const becomes = picture?.becomes ?? null;
  const compare = (what: string, is: unknown, expected: unknown): string[] =>
    JSON.stringify(is) === JSON.stringify(expected)
      ? []
      : [`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`];
  return [
    ...compare('failure', result.failure, fails),
    ...compare('notices', notices, told),
    ...compare('picture', result.picture, becomes),
  ];
}
