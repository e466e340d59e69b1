import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AiTaskType } from '#domain/ai-task.ts';
import { LANGUAGE_CODES, type LanguageCode } from '#domain/languages.ts';
import { silentLog } from '#server/lib/log.ts';
import { createDemoWeb } from '#server/providers/demo/demo-web.ts';
import { readLibrary } from '#server/providers/demo/library.ts';
import { LIBRARY_PHRASES } from '#server/providers/demo/library-phrases.ts';
import { DEMO_PHRASES } from '#server/providers/demo/phrases.ts';
import {
  DEMO_MODEL,
  type DemoProvider,
  startDemoProvider,
} from '#server/providers/demo/start-demo-provider.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { createFileWork } from '../../files/file-work.ts';
import { checkLanguage } from '../language/check-language.ts';
import { onlyModel } from '../models/choose-models.ts';
import type { Tool, ToolInput } from '../tool.ts';
import { availableTools, usableTools } from './available-tools.ts';

let demo: DemoProvider;
let tools: readonly Tool[];

beforeAll(async () => {
  demo = await startDemoProvider({ log: silentLog, answerMs: 10 });
  const textModel = createOpenAiCompatibleTextModel({ baseUrl: demo.baseUrl, log: silentLog, kind: 'demo' });
  tools = usableTools(
    availableTools({
      textModel,
      models: onlyModel(DEMO_MODEL),
      images: null,
      web: createDemoWeb(),
      fileWork: createFileWork(),
      demoPhrases: (code) => DEMO_PHRASES[code],
    }),
  );
});
afterAll(() => demo.close());

async function run(type: AiTaskType, title: string, more: Partial<ToolInput> = {}) {
  const tool = tools.find((each) => each.type === type);
  if (!tool) throw new Error(`the demo does not offer ${type}`);
  const journal = createMemoryJournal();
  const task = { title, category: 'personal', priority: 'high', timeframe: 'today' } as const;
  const output = await tool.run(toolInput({ task, ...more }), toolContext({ journal, maxCalls: 130 }));
  return { output, kind: tool.kind, steps: journal.lines.map(({ key }) => key) };
}

const hostsOf = ({ evidence }: Awaited<ReturnType<typeof run>>['output']) =>
  (evidence?.sources ?? []).map(({ host }) => host);

describe('the demo', () => {
  it('searches its own library, and quotes what stands there', async () => {
    const { output, kind, steps } = await run('web_search', 'Paint shops near me that open on Saturday');
    expect(kind).toBe('demo');
    expect(output.content.startsWith(`> **${DEMO_PHRASES.en.label}**`)).toBe(true);
    expect(output.content).toContain('Three paint shops of Aldermere open on Saturday');
    expect(output.content).toContain(LIBRARY_PHRASES.en.madeUp);
    expect(hostsOf(output)[0]).toBe('colour-walk.example');
    const library = readLibrary().flatMap(({ paragraphs }) => paragraphs);
    const quotes = (output.evidence?.sources ?? []).flatMap((source) => source.quotes);
    expect(quotes.length).toBeGreaterThan(0);
    for (const { text } of quotes) expect(library.some((each) => each.includes(text))).toBe(true);
    expect(output.evidence?.unverified).toEqual([]);
    expect(output.notices).toEqual([{ key: 'demo', params: {} }]);
    expect(output.modelUsed).toBe('demo');
    expect(steps).toEqual(
      expect.arrayContaining(['planned_search', 'searched', 'read_page', 'checked_answer']),
    );
  });

  it('researches it, with a plan, sources and nothing that it could not verify', async () => {
    const { output, steps } = await run('research', 'Compare ways to insulate an old roof', {
      instruction: 'Which grants are there?',
    });
    expect(hostsOf(output)).toEqual(
      expect.arrayContaining(['roofs-of-aldermere.example', 'town-of-aldermere.example']),
    );
    expect(output.content).toContain('An old roof can be insulated between the rafters');
    expect(output.evidence).toMatchObject({ unverified: [], open: [] });
    expect(steps.filter((key) => key === 'planned_question')).toHaveLength(2);
  });

  it('says what its library is where that knows nothing of the task', async () => {
    const { output } = await run('research', 'Die Waschmaschine entkalken', { language: 'de' });
    expect(hostsOf(output)).toEqual(['library.example']);
    expect(output.content).toContain(LIBRARY_PHRASES.de.madeUp);
  });

  it('takes from a PDF what its pages begin with, and what speaks of the task', async () => {
    const pdf = makePdf([
      'This lease is made between Anna Berg and the house. It begins on 1 March 2026. The rent is 1240 euros.',
      'Rules of the house follow here. Quiet begins at ten. Notice has to be given three months ahead in writing.',
    ]);
    const { output } = await run('doc_summary', 'How is notice given?', {
      files: [{ name: 'lease.pdf', type: 'application/pdf', size: pdf.length, read: async () => pdf }],
    });
    expect(output.content).toContain(`## ${LIBRARY_PHRASES.en.extract}`);
    expect(output.content).toMatch(/> This lease is made between Anna Berg and the house\.\s?\[1\]/);
    expect(output.content).toMatch(/> Notice has to be given three months ahead in writing\.\s?\[2\]/);
    expect(output.content).not.toContain('Quiet begins at ten');
    expect(output.evidence?.unverified).toEqual([]);
  });

  it.each(LANGUAGE_CODES)(
    'says the rest in %s, and asks nobody to write it again',
    async (language: LanguageCode) => {
      const { output, steps } = await run('web_search', 'Passport', { language });
      expect(steps).not.toContain('rewrote_in_language');
      expect(output.notices).toEqual([{ key: 'demo', params: {} }]);
      expect(output.content).toContain(LIBRARY_PHRASES[language].madeUp);
      expect(checkLanguage(LIBRARY_PHRASES[language].madeUp, language).isInLanguage).toBe(true);
    },
  );
});

describe('the library of the demo', () => {
  it('has a page for each address, and says how many subjects there are', () => {
    const library = readLibrary();
    expect(new Set(library.map(({ url }) => url)).size).toBe(library.length);
    expect(library.map(({ url }) => new URL(url).hostname.endsWith('.example'))).not.toContain(false);
    expect(library).toHaveLength(13);
  });

  it('finds for each page its own title first', async () => {
    const { search } = createDemoWeb();
    for (const { title, url } of readLibrary()) {
      const answer = await search.search(
        { words: title, language: 'en', count: 5 },
        { signal: new AbortController().signal },
      );
      expect(answer.hits[0]?.url).toBe(url);
    }
  });
});
