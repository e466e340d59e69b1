import { IMAGE_SIZES } from '#domain/ai-task.ts';
import type { PixelSize } from '#server/providers/image-model/image-model.ts';
import { type Tool, ToolFailure } from '../../tool.ts';
import { type ImageToolOptions, imageOptionsOf, isAlike, makeImage } from '../image/make-image.ts';
import { withSize } from '../image/with-size.ts';

/** Larger ones are made smaller before they are sent: models do not look closer, and each pixel is paid for. */
const SENT_EDGE = 2048;
/** The longest edge that a model fills; an "original" beyond it would be blown up out of nothing. */
const LONGEST_EDGE = 3840;

/** "Image edit": one picture, changed as the task says. The original stays what it is. */
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
      context.onStep({ key: 'read_task', params: { title: input.task.title } });
      context.onStep({ key: 'read_file', params: { name: file.name, size: file.size } });
      const { fileWork, imageModel, model } = options;
      const plain = await fileWork.prepareImage(
        { bytes, maxEdge: SENT_EDGE, frame: null, format: 'png', region },
        context.signal,
      );
      const wanted = IMAGE_SIZES[image.aspect_ratio] ?? atMost(plain.original, LONGEST_EDGE);
      const keep = region && { original: bytes, region };
      return withSize(imageModel, { model, wanted }, async (size, calls) => {
        // A model that cannot take the shape of the picture gets it framed, so that nothing of it is cut off later.
        const isFramed = image.aspect_ratio === 'original' && !isAlike(size, wanted);
        const source = isFramed
          ? await fileWork.prepareImage(
              { bytes, maxEdge: SENT_EDGE, frame: size, format: 'png', region },
              context.signal,
            )
          : plain;
        const work = { input, context, image, wanted, source: { ...source, isFramed, keep } };
        return makeImage(options, { ...work, size, calls });
      });
    },
  };
}

function atMost({ width, height }: PixelSize, edge: number): PixelSize {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
