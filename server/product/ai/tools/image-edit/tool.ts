import { IMAGE_SIZES } from '#domain/ai-task.ts';
import { LONGEST_EDGE, sizeWithin } from '#domain/contract/contract-of.ts';
import { type Tool, ToolFailure } from '../../tool.ts';
import { type ImageToolOptions, imageOptionsOf, isAlike, makeImage } from '../image/make-image.ts';
import { createPictureTool } from '../image/picture-tool.ts';
import { withSize } from '../image/with-size.ts';

/** Longest edge of a picture as sent: models don't look closer, and each pixel costs. */
const SENT_EDGE = 2048;

/** Creates "Image edit": one picture, changed as the task says, without touching the original. */
export function createImageEditTool(options: ImageToolOptions): Tool {
  const { fileWork, imageModel, model } = options;
  return createPictureTool('image_edit', options, async (input) => {
    const image = imageOptionsOf(input);
    const [file] = input.files;
    if (!file) throw new ToolFailure('unusable_file', 'there is no image to edit');
    const { mask: region } = input;
    const bytes = await file.read();
    return {
      begins: [{ key: 'read_file', params: { name: file.name, size: file.size } }],
      async makePicture(brief, context) {
        const job = { bytes, maxEdge: SENT_EDGE, format: 'png', region } as const;
        const plain = await fileWork.prepareImage({ ...job, frame: null }, context.signal);
        const wanted = IMAGE_SIZES[image.aspect_ratio] ?? sizeWithin(plain.original, LONGEST_EDGE);
        const keep = region && { original: bytes, region };
        return withSize(imageModel, { model, wanted }, async (size) => {
          // Frames a picture whose shape the model doesn't support, so that nothing gets cropped later.
          const isFramed = image.aspect_ratio === 'original' && !isAlike(size, wanted);
          const fitting = isFramed
            ? await fileWork.prepareImage({ ...job, frame: size }, context.signal)
            : plain;
          const source = { ...fitting, isFramed, keep };
          return makeImage(options, { input, context, image, wanted, size, source, brief });
        });
      },
    };
  });
}
