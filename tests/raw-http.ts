import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** One HTTP connection without the manners of a client: what is written goes out as it is, at once. */
export interface RawConnection {
  readonly socket: Socket;
  write(text: string): void;
  /** The next answer in order; null when the connection ends before it is whole. */
  answer(): Promise<RawAnswer | null>;
  /** Resolves as soon as this many bytes have come that no answer has taken. */
  received(bytes: number): Promise<void>;
  cut(): void;
}

export async function openRawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let bytes = Buffer.alloc(0);
  let isEnded = false;
  let wake: () => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });
  socket.on('error', () => {}); // the other side may cut as well: 'close' follows
  socket.on('close', () => {
    isEnded = true;
    wake();
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const more = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });

  return {
    socket,
    write: (text) => void socket.write(text),
    async answer() {
      for (;;) {
        const found = takeAnswer(bytes);
        if (found !== null) {
          bytes = bytes.subarray(found.length);
          return found.answer;
        }
        if (isEnded) return null;
        await more();
      }
    },
    async received(length) {
      while (bytes.length < length && !isEnded) await more();
    },
    cut: () => socket.destroy(),
  };
}

function takeAnswer(bytes: Buffer): { answer: RawAnswer; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  const content =
    headers.get('transfer-encoding') === 'chunked' ? takeChunks(rest) : takeLength(rest, headers);
  if (content === null) return null;
  const answer = { status, headers, body: content.bytes.toString() };
  return { answer, length: end + 4 + content.length };
}

function takeLength(
  rest: Buffer,
  headers: ReadonlyMap<string, string>,
): { bytes: Buffer; length: number } | null {
  const length = Number(headers.get('content-length') ?? 0);
  return rest.length < length ? null : { bytes: rest.subarray(0, length), length };
}

function takeChunks(rest: Buffer): { bytes: Buffer; length: number } | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = rest.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = Number.parseInt(rest.subarray(at, end).toString('latin1'), 16);
    const start = end + 2;
    if (rest.length < start + size + 2) return null;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: start + 2 };
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}
