import { IMAGE_SIZES } from '#domain/ai-task.ts';
import { sentSteps } from '../../gathering/sent-steps.ts';
import type { Tool } from '../../tool.ts';
import { type ImageToolOptions, imageOptionsOf, makeImage } from '../image/make-image.ts';
import { withSize } from '../image/with-size.ts';
import { writeBrief } from '../image/write-brief.ts';

/** Creates "Image creation": one picture from the words of the task, as exactly the file that was asked for. */
export function createImageTool(options: ImageToolOptions): Tool {
  return {
    type: 'create_image',
    kind: options.imageModel.kind,
    async run(input, context) {
      const image = imageOptionsOf(input);
      const wanted = IMAGE_SIZES[image.aspect_ratio] ?? IMAGE_SIZES['1:1'];
      // Whether the project is used, the brief decides.
      const own = { ...input, project: null, previousAnswer: null };
      for (const step of sentSteps(own, Number.POSITIVE_INFINITY)) context.onStep(step);
      const brief = await writeBrief(options.briefing, { input, context, edits: false });
      const work = { input, context, image, wanted, source: null, brief };
      return withSize(options.imageModel, { model: options.model, wanted }, (size, calls) =>
        makeImage(options, { ...work, size, calls }),
      );
    },
  };
}
