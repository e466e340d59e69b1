import { expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { type ChosenModels, chooseModels } from '../models/choose-models.ts';
import { createContextWindows } from '../models/context-windows.ts';
import { availableTools } from '../offer/available-tools.ts';
import { reportTools } from './report-tools.ts';

const place = { baseUrl: 'http://127.0.0.1:9/v1', log: silentLog };
const pages: PageReader = { read: () => Promise.reject(new Error('not asked')), close: async () => {} };
const search = { name: 'Engine', usd: () => 0, search: () => Promise.reject(new Error('not asked')) };
const images = { imageModel: createOpenAiImageModel(place), create: 'a', edit: 'b' };

const NAMED: readonly Partial<ChosenModels>[] = [
  {},
  { fast: 'a' },
  { answer: 'a' },
  { research: 'a' },
  { fast: 'a', doc_summary: 'b', vision: 'c' },
  { data_analysis: 'a', reasoning: 'b' },
];
const PARTS = [
  { hasSearch: false, hasImages: false },
  { hasSearch: true, hasImages: false },
  { hasSearch: false, hasImages: true },
];

it.each(NAMED.flatMap((named) => PARTS.map((parts) => ({ named, ...parts }))))(
  'reports the tools that are built as set up: %j',
  ({ named, hasSearch, hasImages }) => {
    const models = chooseModels({ baseUrl: place.baseUrl, ...named });
    const available = availableTools({
      textModel: createOpenAiCompatibleTextModel(place),
      models,
      images: hasImages ? images : null,
      web: hasSearch ? { search, pages } : null,
      fileWork: createTestFileWork(),
    });
    const windows = createContextWindows(null);
    const reported = reportTools({
      models,
      subjects: [],
      windows,
      hasSearch,
      images: hasImages ? images : null,
      examples: [],
      seeing: null,
    });
    const offered = available.filter(({ tool }) => tool !== null).map(({ type }) => type);
    expect(
      reported.flatMap(({ tool, state }) => (tool !== 'vision' && state === 'ok' ? [tool] : [])),
    ).toEqual(offered);
    for (const { advice, state } of reported) expect(advice === null).toBe(state === 'ok');
  },
);
