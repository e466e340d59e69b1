import * as z from 'zod/mini';

/** Event `run_text` on the private topic `user:<user id>`, sent while an answer is streamed. */
export const runText = z.object({
  run_id: z.string(),
  task_id: z.string(),
  /** A higher attempt discards all text of the lower ones. */
  attempt: z.number(),
  /** Position of `text` in the answer, in UTF-16 units. 0 starts over and discards the text before. */
  offset: z.number(),
  text: z.string(),
});
export type RunTextPayload = z.output<typeof runText>;

/** Event `run_preview` on the same topic: a picture in progress. Not stored. */
export const runPreview = z.object({
  run_id: z.string(),
  task_id: z.string(),
  attempt: z.number(),
  /** A small JPEG as a `data:` URL, made by the server. */
  picture: z.string().check(z.startsWith('data:image/jpeg;base64,')),
});
export type RunPreviewPayload = z.output<typeof runPreview>;
