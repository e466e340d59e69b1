import { openWebPdfs } from '#server/open/search.ts';
import type { Effects } from '#server/product/ai/engine/effects.ts';
import type { Tool, ToolContext, ToolInput, ToolOutput } from '#server/product/ai/tool.ts';
import { createPageReader } from '#server/providers/page-reader/create-page-reader.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import { createSearxngSearch } from '#server/providers/search/searxng.ts';
import type { JournalEntry } from '#simulators/ai/journal.ts';
import {
  type AiSimulator,
  type AiSimulatorOptions,
  startAiSimulator,
} from '#simulators/ai/start-ai-simulator.ts';
import {
  startWebSimulator,
  type WebSimulator,
  type WebSimulatorOptions,
} from '#simulators/web/start-web-simulator.ts';
import { createMemoryJournal, type MemoryJournal } from '../engines/memory-journal.ts';
import { simulatedEffects, toolContext, toolInput } from './tool-attempt.ts';
import { hostsOf } from './web-hosts.ts';

/** The tools that read the web, with simulated models and a simulated web behind the real clients. */
export interface WebToolWorld {
  readonly simulator: AiSimulator;
  readonly web: WebSimulator;
  readonly pages: PageReader;
  effects(model: string, changes?: Partial<Effects>): Effects;
  /** Lets a tool work once. */
  run(create: (effects: Effects) => Tool, model: string, given?: Given): Promise<Ran>;
  /** What models were asked for in a form; undefined: texts. */
  asked(form: string | undefined): JournalEntry[];
  clear(): void;
  close(): Promise<void>;
}

export interface Given {
  readonly input?: Partial<ToolInput>;
  readonly effects?: Partial<Effects>;
  readonly context?: Partial<ToolContext>;
  readonly journal?: MemoryJournal;
}

export interface Ran {
  readonly output: ToolOutput;
  readonly journal: MemoryJournal;
}

export const WEB_INPUT = toolInput({
  task: {
    title: 'Check the winter tyre rules for the drive to Bolzano',
    notes: '',
    category: 'personal',
    priority: 'high',
    timeframe: 'today',
  },
  project: {
    title: 'Christmas in Bolzano',
    description: 'We meet Aunt Berta, her door code is MARKER-7731.',
    category: 'project',
    taskTitles: ['Buy presents'],
  },
});

export async function openWebToolWorld(
  options: { readonly ai?: AiSimulatorOptions; readonly web?: WebSimulatorOptions } = {},
): Promise<WebToolWorld> {
  const [simulator, web] = [await startAiSimulator(options.ai), await startWebSimulator(options.web)];
  const pages = createPageReader({
    about: 'https://errand.example/',
    internalHosts: hostsOf(web),
    readPdf: openWebPdfs({ limit: 20_000 }),
  });
  const effects = (model: string, changes: Partial<Effects> = {}): Effects =>
    simulatedEffects(simulator, model, { search: createSearxngSearch({ url: web.url }), pages, ...changes });
  return {
    simulator,
    web,
    pages,
    effects,
    async run(create, model, given = {}) {
      const { journal = createMemoryJournal() } = given;
      const context = toolContext({
        timeLeft: () => 3_600_000,
        ...given.context,
        journal,
      });
      const tool = create(effects(model, given.effects));
      return { output: await tool.run({ ...WEB_INPUT, ...given.input }, context), journal };
    },
    asked: (form) =>
      simulator.journal.entries.filter(({ request }) => request?.response_format?.json_schema.name === form),
    clear() {
      simulator.journal.clear();
      web.journal.clear();
    },
    async close() {
      await pages.close();
      await Promise.all([simulator.close(), web.close()]);
    },
  };
}
