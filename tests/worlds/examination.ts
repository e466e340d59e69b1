import type { ModelReport, ToolReport, Trial, TrialRole } from '#domain/model-report.ts';
import { silentLog } from '#server/lib/log.ts';
import type { ExaminationDeps } from '#server/product/ai/examine/examination.ts';
import { type ExamineOptions, examineModels } from '#server/product/ai/examine/examine-models.ts';
import { type ChosenModels, onlyModel, USES } from '#server/product/ai/models/choose-models.ts';
import type { Script } from '#simulators/ai/scripts/script.ts';
import type { AiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { connectTo } from './ask-simulator.ts';

/** Models that add up, see, and keep to a form, with a schema or without. */
export const ABLE: readonly Script[] = [
  {
    model: 'able',
    does: 'answers each question of a check rightly',
    run: ({ request, reply }) => answer(reply, JSON.stringify(request.messages)),
  },
  {
    model: 'able-without-schema',
    does: 'does the same, and refuses any schema',
    run: ({ request, reply }) =>
      request.response_format
        ? reply.fail({ status: 400, body: { error: { message: 'response_format is not supported' } } })
        : answer(reply, JSON.stringify(request.messages)),
  },
];

async function answer(reply: Parameters<Script['run']>[0]['reply'], asked: string): Promise<void> {
  await reply.words(
    asked.includes('image_url') ? 'Purple.' : asked.includes('JSON') ? '{"sum": 42}' : 'Red.',
  );
  await reply.end();
}

const NONE: ChosenModels = { ...onlyModel(''), ...Object.fromEntries(USES.map((use) => [use, null])) };

/** A check of these models at the simulator; its advice names what was asked, and how that failed. */
export function examineAt(simulator: AiSimulator) {
  return (
    models: Partial<ChosenModels>,
    deps: Partial<ExaminationDeps> = {},
    options: Partial<ExamineOptions> = {},
  ): Promise<ModelReport> =>
    examineModels(
      {
        host: 'sim.example',
        isOwn: false,
        textModel: connectTo(simulator),
        models: { ...NONE, ...models },
        context: null,
        images: null,
        search: null,
        advise: (error, { part, setting }) => `${part} ${setting} ${error.kind}`,
        log: silentLog,
        ...deps,
      },
      { signal: new AbortController().signal, ...options },
    );
}

export const trialOf = ({ subjects }: ModelReport, role: TrialRole): Trial | undefined =>
  subjects.flatMap(({ trials }) => trials).find((trial) => trial.role === role);

export const toolOf = ({ tools }: ModelReport, name: ToolReport['tool']): ToolReport | undefined =>
  tools.find(({ tool }) => tool === name);
