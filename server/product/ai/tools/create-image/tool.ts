import { IMAGE_SIZES } from '#domain/ai-task.ts';
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
      context.onStep({ key: 'read_task', params: { title: input.task.title } });
      const brief = await writeBrief(options.briefing, { input, context, edits: false });
      const work = { input, context, image, wanted, source: null, brief };
      return withSize(options.imageModel, { model: options.model, wanted }, (size, calls) =>
        makeImage(options, { ...work, size, calls }),
      );
    },
  };
}
