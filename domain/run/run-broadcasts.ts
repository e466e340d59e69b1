import * as z from 'zod/mini';

/** Sent on the private topic `user:<user id>` as the event `run_text` while an answer is being written. */
export const runText = z.object({
  run_id: z.string(),
  task_id: z.string(),
  /** A higher attempt makes all text of the lower ones void. */
  attempt: z.number(),
  /** Where in the answer `text` belongs, in UTF-16 units. 0 begins anew: the text before is void. */
  offset: z.number(),
  text: z.string(),
});
export type RunTextPayload = z.output<typeof runText>;

/** Sent on the same topic as the event `run_preview` while a picture is being made: how it looks on the way. Kept nowhere. */
export const runPreview = z.object({
  run_id: z.string(),
  task_id: z.string(),
  attempt: z.number(),
  /** A small JPEG as a `data:` address: the server has made it, and it leads nowhere. */
  picture: z.string().check(z.startsWith('data:image/jpeg;base64,')),
});
export type RunPreviewPayload = z.output<typeof runPreview>;
