import sharp from 'sharp';
import { DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Effects } from '#server/product/ai/engine/effects.ts';
import { type Tool, ToolFailure, type ToolInput, type ToolOutput } from '#server/product/ai/tool.ts';
import { createAnswerTool } from '#server/product/ai/tools/answer/tool.ts';
import { createImageTool } from '#server/product/ai/tools/create-image/tool.ts';
import { createDataAnalysisTool } from '#server/product/ai/tools/data-analysis/tool.ts';
import { createDocSummaryTool } from '#server/product/ai/tools/doc-summary/tool.ts';
import { createImageEditTool } from '#server/product/ai/tools/image-edit/tool.ts';
import { createReasoningTool } from '#server/product/ai/tools/reasoning/tool.ts';
import { createResearchTool } from '#server/product/ai/tools/research/tool.ts';
import { createWebSearchTool } from '#server/product/ai/tools/web-search/tool.ts';
import { createOpenAiImageModel } from '#server/providers/image-model/openai.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import { createRouterScanReader } from '#server/providers/scan-reader/router.ts';
import { type ChatRequest, textOf } from '#simulators/ai/chat-request.ts';
import { formOf } from '#simulators/ai/scripts/form-of.ts';
import { type AiSimulator, type AiSimulatorOptions } from '#simulators/ai/start-ai-simulator.ts';
import { PAGES } from '#simulators/web/find-pages.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { makePicture } from '../fixtures/make-picture.ts';
import { connectAsRouter } from '../worlds/ask-simulator.ts';
import { toolContext, toolInput } from '../worlds/tool-attempt.ts';
import { openWebToolWorld, type WebToolWorld } from '../worlds/web-tool-world.ts';
import { fixedModels, modelOf } from './fixed-models.ts';
import { attached, type GoldenTask } from './golden-task.ts';
import { GOLDEN_PAGES } from './tasks/golden-pages.ts';

/** What became of a task. */
export interface Result {
  /** Null where the tool has failed. */
  readonly output: ToolOutput | null;
  /** The code of an honest failure, or the kind of a provider's. */
  readonly failure: string | null;
  /** Of the picture that was made: as its own bytes say. */
  readonly picture: { readonly format: string; readonly width: number; readonly height: number } | null;
  /** What search engines and sites were asked for. */
  readonly sent: string;
  /** What readers were shown. */
  readonly read: string;
  /** What writers were shown. */
  readonly told: string;
}

export interface GoldenWorld {
  readonly simulator: AiSimulator;
  run(task: GoldenTask): Promise<Result>;
  close(): Promise<void>;
}

/** What is otherwise than usual: before another server, or with something that lasts from task to task. */
export interface GoldenSetting {
  readonly ai?: AiSimulatorOptions;
  /** Left out: each task has a model of its own. */
  modelOf?(task: GoldenTask): string;
  effects?(world: WebToolWorld): Partial<Effects>;
  /** What is streamed. */
  readonly onText?: (text: string) => void;
}

/** The real engine and the real tools before a simulated provider that gives each task its fixed answers. */
export async function openGoldenWorld(
  tasks: readonly GoldenTask[],
  setting: GoldenSetting = {},
): Promise<GoldenWorld> {
  const world = await openWebToolWorld({
    ai: { scripts: fixedModels(tasks), ...setting.ai },
    web: { pages: [...PAGES, ...GOLDEN_PAGES] },
  });
  const changes = setting.effects?.(world);
  // What a busy machine is too slow for is no finding about the engine.
  const fileWork = createTestFileWork({ limit: 60_000, queryLimit: 60_000 });

  function toolOf(task: GoldenTask): Tool {
    const model = setting.modelOf?.(task) ?? modelOf(tasks, task);
    const models = { planner: model, reader: model, writer: model, checker: model, viewer: model };
    const scans = task.scans && {
      scans: createRouterScanReader({ textModel: connectAsRouter(world.simulator), model: 'sim/scans' }),
    };
    const effects = world.effects(model, { models, ...scans, ...changes });
    const { textModel, windowOf } = effects;
    const connection = { baseUrl: world.simulator.url, apiKey: world.simulator.apiKey, log: silentLog };
    const reading = { fileWork, visionModel: null };
    const image = () => ({
      imageModel: createOpenAiImageModel(connection),
      model: task.picture?.model ?? '',
      fileWork,
    });
    switch (task.tool) {
      case 'answer':
        return createAnswerTool({ textModel, model, windowOf, reading });
      case 'reasoning':
        return createReasoningTool({ textModel, model, windowOf, reading });
      case 'create_image':
        return createImageTool(image());
      case 'image_edit':
        return createImageEditTool(image());
      case 'research':
        return createResearchTool(effects);
      case 'web_search':
        return createWebSearchTool(effects);
      case 'data_analysis':
        return createDataAnalysisTool({ effects, fileWork });
      case 'doc_summary':
        return createDocSummaryTool({ effects, fileWork });
    }
  }

  const requests = (): ChatRequest[] =>
    world.simulator.journal.entries.flatMap(({ request }) => (request ? [request] : []));
  const shown = (...forms: readonly (string | undefined)[]): string =>
    requests()
      .filter((request) => forms.includes(formOf(request)))
      .flatMap(({ messages }) => messages.map(textOf))
      .join('\n');

  return {
    simulator: world.simulator,
    async run(task) {
      world.clear();
      const input = await inputOf(task);
      const { onText = () => undefined } = setting;
      const context = toolContext({ timeLeft: () => 3_600_000, onText });
      const { output, failure } = await attempt(() => toolOf(task).run(input, context));
      const [file] = output?.files ?? [];
      const facts = file && (await sharp(file.bytes).metadata());
      return {
        output,
        failure,
        picture: facts ? { format: facts.format, width: facts.width, height: facts.height } : null,
        sent: world.web.journal.requests
          .map(({ at }) => decodeURIComponent(at.replaceAll('+', ' ')))
          .join('\n'),
        read: shown('claims', 'pdf_claims'),
        told: shown(undefined),
      };
    },
    close: () => world.close(),
  };
}

async function inputOf({ tool, title, language, files = [], picture }: GoldenTask): Promise<ToolInput> {
  const task = { title, notes: '', category: 'personal', priority: 'high', timeframe: 'today' } as const;
  if (!picture) return toolInput({ task, language, files });
  const shape = tool === 'image_edit' ? ({ aspect_ratio: 'original' } as const) : {};
  const { original } = picture;
  const bytes = original && (await makePicture(original));
  return toolInput({
    task,
    language,
    files: bytes ? [attached('photo.png', `image/${original.format ?? 'png'}`, bytes)] : [],
    image: { ...DEFAULT_IMAGE_OPTIONS, ...shape, ...picture.options },
  });
}

/** Only what a person is told as a failure is one here; a mistake of the program ends the whole thing. */
async function attempt(run: () => Promise<ToolOutput>): Promise<Pick<Result, 'output' | 'failure'>> {
  try {
    return { output: await run(), failure: null };
  } catch (error) {
    if (error instanceof ToolFailure) return { output: null, failure: error.code };
    if (error instanceof ProviderError) return { output: null, failure: error.kind };
    throw error;
  }
}
