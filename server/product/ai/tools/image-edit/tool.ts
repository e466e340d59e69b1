import { IMAGE_SIZES } from '#domain/ai-task.ts';
import { LONGEST_EDGE, sizeWithin } from '#domain/contract/contract-of.ts';
import { sentSteps } from '../../gathering/sent-steps.ts';
import { type Tool, ToolFailure } from '../../tool.ts';
import { type ImageToolOptions, imageOptionsOf, isAlike, makeImage } from '../image/make-image.ts';
import { withSize } from '../image/with-size.ts';
import { writeBrief } from '../image/write-brief.ts';

/** Longest edge of a picture as sent: models don't look closer, and each pixel costs. */
const SENT_EDGE = 2048;

/** Creates "Image edit": one picture, changed as the task says, without touching the original. */
export function createImageEditTool(options: ImageToolOptions): Tool {
  return {
    type: 'image_edit',
    kind: options.imageModel.kind,
    async run(input, context) {
      const image = imageOptionsOf(input);
      const [file] = input.files;
      if (!file) throw new ToolFailure('unusable_file', 'there is no image to edit');
      const { mask: region } = input;
      const bytes = await file.read();
      // Whether the project is used, the brief decides.
      const own = { ...input, project: null, previousAnswer: null };
      for (const step of sentSteps(own, Number.POSITIVE_INFINITY)) context.onStep(step);
      context.onStep({ key: 'read_file', params: { name: file.name, size: file.size } });
      const brief = await writeBrief(options.briefing, { input, context, edits: true });
      const { fileWork, imageModel, model } = options;
      const plain = await fileWork.prepareImage(
        { bytes, maxEdge: SENT_EDGE, frame: null, format: 'png', region },
        context.signal,
      );
      const wanted = IMAGE_SIZES[image.aspect_ratio] ?? sizeWithin(plain.original, LONGEST_EDGE);
      const keep = region && { original: bytes, region };
      return withSize(imageModel, { model, wanted }, async (size, calls) => {
        // Frames a picture whose shape the model doesn't support, so that nothing gets cropped later.
        const isFramed = image.aspect_ratio === 'original' && !isAlike(size, wanted);
        const source = isFramed
          ? await fileWork.prepareImage(
              { bytes, maxEdge: SENT_EDGE, frame: size, format: 'png', region },
              context.signal,
            )
          : plain;
        const work = { input, context, image, wanted, source: { ...source, isFramed, keep }, brief };
        return makeImage(options, { ...work, size, calls });
      });
    },
  };
}
