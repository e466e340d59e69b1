/** Wire format of the realtime protocol. Source: realtime-js `serializer.ts`; contract/realtime.md section 2. */

export const PROTOCOL_VERSIONS = ['1.0.0', '2.0.0'] as const;
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** One message in either direction. */
export interface Frame {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

/** Payload of a broadcast: a JSON value, or bytes, which only version 2 clients can receive. */
export type BroadcastBody =
  | { readonly encoding: 'json'; readonly value: unknown }
  | { readonly encoding: 'binary'; readonly bytes: Uint8Array };

/** A broadcast sent by a version 2 client, in a binary frame of kind 3. */
export interface BroadcastPush {
  readonly joinRef: string;
  readonly ref: string;
  readonly topic: string;
  readonly event: string;
  /** JSON text of options such as `persist`; empty without options. */
  readonly metadata: string;
  readonly body: BroadcastBody;
}

const KIND_PUSH = 3;
const KIND_BROADCAST = 4;
const ENCODING_BINARY = 0;
const ENCODING_JSON = 1;
/** Lengths are encoded in one byte. */
const MAX_FIELD = 255;

/** Null for anything malformed: such frames are dropped and the socket stays open. */
export function decodeText(version: ProtocolVersion, text: string): Frame | null {
  const value = parseJson(text);
  if (version === '1.0.0') {
    if (typeof value !== 'object' || value === null) return null;
    return toFrame(
      field(value, 'join_ref'),
      field(value, 'ref'),
      field(value, 'topic'),
      field(value, 'event'),
      field(value, 'payload'),
    );
  }
  if (!Array.isArray(value) || value.length !== 5) return null;
  return toFrame(value[0], value[1], value[2], value[3], value[4]);
}

export function encodeText(version: ProtocolVersion, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame;
  return version === '1.0.0'
    ? JSON.stringify({ join_ref: joinRef, ref, topic, event, payload })
    : JSON.stringify([joinRef, ref, topic, event, payload]);
}

/** Encodes a frame around a payload that is JSON text already, so that many receivers cost one serialization. */
export function encodeAround(
  version: ProtocolVersion,
  topic: string,
  event: string,
  payload: string,
): string {
  const [quotedTopic, quotedEvent] = [JSON.stringify(topic), JSON.stringify(event)];
  return version === '1.0.0'
    ? `{"join_ref":null,"ref":null,"topic":${quotedTopic},"event":${quotedEvent},"payload":${payload}}`
    : `[null,null,${quotedTopic},${quotedEvent},${payload}]`;
}

/** Null for anything malformed. */
export function decodePush(bytes: Uint8Array): BroadcastPush | null {
  const [kind, ...lengths] = bytes.subarray(0, 6);
  const encoding = bytes[6];
  if (kind !== KIND_PUSH || lengths.length !== 5 || encoding === undefined) return null;
  let offset = 7;
  const fields: string[] = [];
  for (const length of lengths) {
    const text = decodeUtf8(bytes.subarray(offset, offset + length));
    if (text === null || offset + length > bytes.length) return null;
    fields.push(text);
    offset += length;
  }
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = fields;
  const body = decodeBody(encoding, bytes.subarray(offset));
  return body && { joinRef, ref, topic, event, metadata, body };
}

/** Encodes a binary frame of kind 4; null if a field is too long for its length byte. */
export function encodeBroadcast(message: {
  readonly topic: string;
  readonly event: string;
  readonly metadata: string;
  readonly body: BroadcastBody;
}): Uint8Array | null {
  const { body } = message;
  const fields = [message.topic, message.event, message.metadata].map((text) => Buffer.from(text));
  if (fields.some(({ length }) => length > MAX_FIELD)) return null;
  const encoding = body.encoding === 'json' ? ENCODING_JSON : ENCODING_BINARY;
  const payload = body.encoding === 'json' ? Buffer.from(JSON.stringify(body.value)) : body.bytes;
  const head = Buffer.from([KIND_BROADCAST, ...fields.map(({ length }) => length), encoding]);
  return Buffer.concat([head, ...fields, payload]);
}

function decodeBody(encoding: number, bytes: Uint8Array): BroadcastBody | null {
  if (encoding === ENCODING_BINARY) return { encoding: 'binary', bytes };
  if (encoding !== ENCODING_JSON) return null;
  const text = decodeUtf8(bytes);
  const value = text === null ? undefined : parseJson(text);
  return value === undefined ? null : { encoding: 'json', value };
}

function toFrame(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null;
  if (!isReference(joinRef) || !isReference(ref)) return null;
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload: payload ?? {} };
}

function isReference(value: unknown): value is string | null | undefined {
  return value === null || value === undefined || typeof value === 'string';
}

function field(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** Undefined if it isn't JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
