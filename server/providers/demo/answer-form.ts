import { scoreTexts } from '#server/lib/score-texts.ts';
import { readFrames } from './read-frames.ts';
import { type DemoFacts, type DemoMessage, readPrompt } from './read-prompt.ts';

/** Maximum words of a quotation. */
const QUOTE_WORDS = 30;
/** Maximum characters of a quotation in text without spaces. */
const QUOTE_CHARACTERS = 400;
/** Shorter ones are headings and page numbers. */
const MIN_LETTERS = 12;

const PAGE_CLAIMS = 3;
/** Fraction of the best sentence's score; lower ones only share a word by chance. */
const NEAR_BEST = 0.25;
/** Besides the lead of each page. */
const PDF_CLAIMS = 4;

interface Prompt {
  readonly facts: DemoFacts;
  /** All user messages, including the pages. */
  readonly text: string;
}

/** Answers to the JSON forms of Errand's tools by name, made without a model. */
const FORMS: Readonly<Record<string, (prompt: Prompt) => object>> = {
  search_plan: ({ facts }) => ({ question: facts.title, queries: subjectsOf(facts) }),
  research_plan: ({ facts }) => ({
    brief: facts.title,
    questions: subjectsOf(facts).map((subject, index) => ({
      question: subject,
      queries: [subject],
      points: [{ id: `m${index + 1}`, text: subject }],
    })),
  }),
  more_queries: () => ({ queries: [] }),
  claims: ({ text }) => {
    const question = /^Question: (.+)$/m.exec(text)?.[1] ?? '';
    const answers = [...text.matchAll(/^- (m\d+): /gm)].map(([, id]) => id);
    return { claims: toClaims(bestOf(pageSentences(text).flat(), question, PAGE_CLAIMS), answers) };
  },
  pdf_claims: ({ facts, text }) => {
    const pages = pageSentences(text);
    const leads = pages.flatMap((sentences) => sentences.slice(0, 1));
    const others = pages.flatMap((sentences) => sentences.slice(1));
    const best = bestOf(others, `${facts.title} ${facts.wish ?? ''}`, PDF_CLAIMS);
    // In page order.
    const kept = pages.flat().filter((sentence) => leads.includes(sentence) || best.includes(sentence));
    return { claims: toClaims([...new Set(kept)], []) };
  },
};

/** Returns the JSON answer for a form; null for an unknown one. */
export function answerForm(form: string, messages: readonly DemoMessage[]): string | null {
  const text = messages.flatMap(({ role, content }) => (role === 'user' ? content : [])).join('\n');
  const answer = FORMS[form]?.({ facts: readPrompt(messages), text });
  return answer ? JSON.stringify(answer) : null;
}

/** Search terms: the task, the task within its project, and the user's additional request. */
function subjectsOf({ title, project, wish }: DemoFacts): string[] {
  return [title, ...(project ? [`${title}, ${project}`] : []), ...(wish ? [wish.replace(/\s+/g, ' ')] : [])];
}

/** Splits each page in a prompt into sentences. */
function pageSentences(text: string): string[][] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return readFrames(text)
    .filter(({ name }) => name === 'page')
    .map(({ lines }) =>
      [...segmenter.segment(lines.join(' ').replace(/\s+/g, ' '))]
        .map(({ segment }) => segment.trim())
        .filter((sentence) => (sentence.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS),
    );
}

/** Returns the sentences most relevant to a question, in their order; the first ones if none is relevant. */
function bestOf(sentences: readonly string[], question: string, atMost: number): string[] {
  const scores = scoreTexts(sentences, question);
  const enough = Math.max(0, ...scores) * NEAR_BEST;
  const best = sentences
    .map((sentence, index) => ({ sentence, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0 && score >= enough)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, atMost)
    .map(({ sentence }) => sentence);
  return best.length > 0 ? sentences.filter((sentence) => best.includes(sentence)) : sentences.slice(0, 1);
}

/** Turns each sentence into a claim that quotes it verbatim. */
function toClaims(sentences: readonly string[], answers: readonly (string | undefined)[]): object[] {
  return sentences.map((sentence) => {
    const quote = sentence.split(' ').slice(0, QUOTE_WORDS).join(' ').slice(0, QUOTE_CHARACTERS);
    return { text: quote, quote, answers };
  });
}
