import { AI_TASK_TYPES, type AiTaskType, TOOLS } from '#domain/ai-task.ts';
import type { CheckedSubject, ToolReport, Trial, TrialRole } from '#domain/model-report.ts';
import { type ChosenModels, usesOf } from '../models/choose-models.ts';
import type { ContextWindows } from '../models/context-windows.ts';
import { settingOf } from './plan-trials.ts';

export interface ToolFacts {
  readonly models: ChosenModels;
  readonly subjects: readonly CheckedSubject[];
  readonly windows: ContextWindows;
  readonly hasSearch: boolean;
  readonly images: { readonly create: string; readonly edit: string } | null;
  /** A few text models of the provider's list, as examples. */
  readonly examples: readonly string[];
  /** A model in use that reads pictures, according to its provider. */
  readonly seeing: string | null;
}

/** Reports for each tool whether it is offered, and otherwise what to set. */
export function reportTools(facts: ToolFacts): ToolReport[] {
  return [...AI_TASK_TYPES.map((type) => reportTool(type, facts)), reportVision(facts)];
}

function reportTool(type: AiTaskType, facts: ToolFacts): ToolReport {
  const { text, searches } = TOOLS[type];
  if (text === undefined) return reportPictures(type, facts);
  const { leastWindow: least, trial: role } = text;
  const uses = usesOf(type);
  const models = uses.flatMap((use) => facts.models[use] ?? []);
  if (models.length < uses.length) return { tool: type, state: 'wrong', advice: nameAModel(facts) };
  if (searches && !facts.hasSearch) {
    return {
      tool: type,
      state: 'note',
      advice: 'Set SEARCH_PROVIDER. See docs/connect-a-search.md for the choices.',
    };
  }
  const cramped = models.find((model) => facts.windows.windowOf(model) < least);
  if (cramped !== undefined) {
    const advice = `Give ${cramped} a context of at least ${least} tokens and set AI_CONTEXT to the same number.`;
    return { tool: type, state: 'wrong', advice };
  }
  const trials = [
    ...models.flatMap((model) => trialsOf(facts, { kind: 'text', name: model, role })),
    ...(searches ? trialsOf(facts, { kind: 'search', role: 'search' }) : []),
  ];
  return conclude(type, trials, facts);
}

function reportPictures(type: AiTaskType, facts: ToolFacts): ToolReport {
  const { images } = facts;
  if (images === null) {
    const advice =
      'Set IMAGE_API_KEY, or IMAGE_PROTOCOL=openrouter if your text model uses an OpenRouter key.';
    return { tool: type, state: 'note', advice };
  }
  const name = TOOLS[type].edits ? images.edit : images.create;
  const trials = trialsOf(facts, { kind: 'pictures', name, role: 'picture' });
  // Untested pictures don't count against the model.
  return conclude(
    type,
    trials.filter(({ state }) => state !== 'untried'),
    facts,
  );
}

function reportVision(facts: ToolFacts): ToolReport {
  const { vision } = facts.models;
  if (vision === null) {
    const example = facts.seeing === null ? '' : `, such as ${facts.seeing}`;
    const advice = `Set AI_MODEL_VISION to a model that can read pictures${example}.`;
    return { tool: 'vision', state: 'note', advice };
  }
  return conclude('vision', trialsOf(facts, { kind: 'text', name: vision, role: 'vision' }), facts);
}

interface Which {
  readonly kind: CheckedSubject['kind'];
  readonly name?: string;
  readonly role: TrialRole;
}

const trialsOf = ({ subjects }: ToolFacts, { kind, name, role }: Which): Trial[] =>
  subjects
    .filter((each) => each.kind === kind && (name === undefined || each.name === name))
    .flatMap(({ trials }) => trials.filter((trial) => trial.role === role));

function conclude(
  tool: ToolReport['tool'],
  trials: readonly Trial[],
  { subjects, models }: ToolFacts,
): ToolReport {
  const failed = trials.filter(({ state }) => state === 'wrong' || state === 'untried');
  if (failed.length === 0) return { tool, state: 'ok', advice: null };
  const own = failed.find(({ advice }) => advice !== null)?.advice;
  // Skipped trials follow from an earlier failure.
  const earlier = subjects
    .flatMap((each) => each.trials)
    .find(({ advice, state }) => state === 'wrong' && advice);
  const setting = models.fast === null ? 'AI_MODEL_FAST' : settingOf(models, models.fast);
  return {
    tool,
    state: 'wrong',
    advice: own ?? earlier?.advice ?? `See above, or set ${setting} to another model.`,
  };
}

function nameAModel({ examples }: ToolFacts): string {
  const listed = examples.length > 0 && examples.length <= 3 ? `: ${examples.join(', ')}` : '';
  return `Set AI_MODEL_FAST to a model id that the server lists${listed}.`;
}
