/**
 * A response whose whole body is at hand, so that the listener can write it at once. A usual `Response` makes a stream
 * of its body, which the listener would read again: 0.1 ms of processor time for a list of 100 tasks. Here only who
 * asks for the stream gets one.
 */
export class WholeResponse extends Response {
  readonly whole: string | Uint8Array<ArrayBuffer>;
  #usual: Response | undefined;

  constructor(whole: string | Uint8Array<ArrayBuffer>, init: { status: number; headers: Headers }) {
    super(null, init);
    this.whole = whole;
  }

  asUsual(): Response {
    const { status, headers } = this;
    this.#usual ??= new Response(this.whole, { status, headers });
    return this.#usual;
  }
}

for (const name of ['body', 'bodyUsed'] as const) {
  Object.defineProperty(WholeResponse.prototype, name, {
    get(this: WholeResponse) {
      return this.asUsual()[name];
    },
  });
}
for (const name of ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text'] as const) {
  Object.defineProperty(WholeResponse.prototype, name, {
    value(this: WholeResponse) {
      return this.asUsual()[name]();
    },
  });
}
