import type { RunStep } from '#domain/run/run-steps.ts';
import { systemClock } from '#server/lib/clock.ts';
import { type EngineEffects, PATIENCE } from '../../engine/effects.ts';
import { interpret } from '../../engine/interpret.ts';
import { sentSteps } from '../../gathering/sent-steps.ts';
import type { Tool, ToolInput } from '../../tool.ts';
import type { ImageToolOptions } from './make-image.ts';
import { pictureSpec } from './picture-spec.ts';

/** What one of the image tools needs for a run. */
interface Preparation {
  /** Steps that tell what was read. */
  readonly begins: readonly RunStep[];
  readonly makePicture: NonNullable<EngineEffects['makePicture']>;
}

const DEADLINE = 10 * 60_000;

/** A picture does without its brief rather than ask twice for it; the run tries the picture again. */
const ONCE = { ...PATIENCE, calls: 1, spare: 120_000 };

/** Creates one of the two image tools. */
export function createPictureTool(
  type: 'create_image' | 'image_edit',
  { imageModel, model, briefing }: ImageToolOptions,
  prepare: (input: ToolInput) => Promise<Preparation>,
): Tool {
  return {
    type,
    kind: imageModel.kind,
    async run(input, context) {
      const { begins, makePicture } = await prepare(input);
      // Whether the project is used, the brief decides.
      const own = { ...input, project: null, previousAnswer: null };
      const told = [...sentSteps(own, Number.POSITIVE_INFINITY), ...begins];
      const writer = briefing?.models.planner ?? null;
      const spec = pictureSpec({ type, model, writer, begins: told });
      const effects = { ...(briefing ?? NO_TEXT_MODEL), patience: ONCE, makePicture };
      return interpret({ spec, effects, deadline: DEADLINE }, input, context);
    },
  };
}

const NO_TEXT_MODEL: Omit<EngineEffects, 'patience'> = {
  textModel: null,
  models: { planner: null, reader: null, writer: null, checker: null, viewer: null },
  windowOf: () => Number.POSITIVE_INFINITY,
  search: null,
  pages: null,
  clock: systemClock,
};
