import type { TextImage } from '#server/providers/text-model/text-model.ts';
import type { FileWork } from '../../files/file-work.ts';
import type { ToolFile } from '../tool.ts';

/** Longest edge of a page as sent, in pixels: below it, the small print of a letter or a table is lost. */
export const PAGE_EDGE = 2048;

/** An attached picture as it's sent to a model: upright, without metadata, and no longer than `edge` pixels. */
export async function preparePicture(
  fileWork: Pick<FileWork, 'prepareImage'>,
  { file, edge }: { readonly file: Pick<ToolFile, 'read'>; readonly edge: number },
  signal: AbortSignal,
): Promise<TextImage> {
  const job = { bytes: await file.read(), maxEdge: edge, frame: null, format: 'jpeg' } as const;
  const { type, bytes } = await fileWork.prepareImage(job, signal);
  return { type, bytes };
}
