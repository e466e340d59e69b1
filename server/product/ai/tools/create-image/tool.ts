import { IMAGE_SIZES } from '#domain/ai-task.ts';
import type { Tool } from '../../tool.ts';
import { type ImageToolOptions, imageOptionsOf, makeImage } from '../image/make-image.ts';
import { createPictureTool } from '../image/picture-tool.ts';
import { withSize } from '../image/with-size.ts';

/** Creates "Image creation": one picture from the words of the task, as exactly the file that was asked for. */
export function createImageTool(options: ImageToolOptions): Tool {
  const { imageModel, model } = options;
  return createPictureTool('create_image', options, async (input) => {
    const image = imageOptionsOf(input);
    const wanted = IMAGE_SIZES[image.aspect_ratio] ?? IMAGE_SIZES['1:1'];
    return {
      begins: [],
      makePicture: (brief, context) =>
        withSize(imageModel, { model, wanted }, (size) =>
          makeImage(options, { input, context, image, wanted, size, source: null, brief }),
        ),
    };
  });
}
