import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { WireError } from '../wire-errors.ts';
import type { ImageOrder } from './image-request.ts';

/** The response with a single image; anything more, or without an image, is sent as one body. */
const whole = z.object({
  data: z.tuple([z.strictObject({ b64_json: z.string() })]),
  usage: z.record(z.string(), z.unknown()),
});

/** Sends a response as server-sent events: previews, then the image, or an error. */
export function createImageEvents(response: ServerResponse, kind: NonNullable<ImageOrder['stream']>) {
  let shown = 0;
  const write = (event: { readonly type: string; readonly [field: string]: unknown }): void => {
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_simulated' });
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  return {
    preview(bytes: Buffer): void {
      const b64_json = bytes.toString('base64');
      write({
        type: `${kind}.partial_image`,
        b64_json,
        partial_image_index: shown,
        output_format: 'png',
      });
      shown += 1;
    },
    /**
     * Returns false if the response must be sent as one body, which is only possible before anything was streamed.
     */
    end({ status, body }: WireError): boolean {
      const answer = whole.safeParse(body);
      if (status === 200 && answer.success) {
        const { data, usage } = answer.data;
        write({ type: `${kind}.completed`, ...data[0], usage });
      } else if (!response.headersSent) {
        return false;
      } else if (status !== 200) {
        write({ type: 'error', ...z.object({ error: z.unknown() }).parse(body) });
      }
      response.end();
      return true;
    },
  };
}
