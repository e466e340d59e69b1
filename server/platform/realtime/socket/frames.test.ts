import { describe, expect, it } from 'vitest';
import { decodePush, decodeText, encodeAround, encodeBroadcast, encodeText } from './frames.ts';

const NAME = 'realtime:Grüße 🎉';
const EVENT = 'façade';

/** Builds the bytes from the contract's layout, independently of the code under test. */
function pushBytes(parts: {
  lengths?: number[];
  fields: string[];
  encoding: number;
  payload: Uint8Array;
}): Uint8Array {
  const fields = parts.fields.map((text) => new TextEncoder().encode(text));
  const lengths = parts.lengths ?? fields.map((bytes) => bytes.length);
  return Uint8Array.from([
    3,
    ...lengths,
    parts.encoding,
    ...fields.flatMap((bytes) => [...bytes]),
    ...parts.payload,
  ]);
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('text frames', () => {
  it('reads and writes the array form of version 2', () => {
    const text = '["1","2","realtime:a","phx_join",{"config":{}}]';
    const frame = decodeText('2.0.0', text);
    expect(frame).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'phx_join',
      payload: { config: {} },
    });
    expect(frame && encodeText('2.0.0', frame)).toBe(text);
  });

  it('reads and writes the object form of version 1, where a reference may be missing', () => {
    const frame = decodeText('1.0.0', '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"7"}');
    expect(frame).toEqual({ joinRef: null, ref: '7', topic: 'phoenix', event: 'heartbeat', payload: {} });
    expect(JSON.parse(frame ? encodeText('1.0.0', frame) : '')).toEqual({
      join_ref: null,
      ref: '7',
      topic: 'phoenix',
      event: 'heartbeat',
      payload: {},
    });
  });

  it.each([
    'not json',
    '{}',
    '[]',
    '["1","2","t"]',
    '[1,2,"t","e",{}]',
    '[null,null,5,"e",{}]',
    '[null,null,"t",null,{}]',
    'null',
  ])('drops %s', (text) => {
    expect(decodeText('2.0.0', text)).toBeNull();
  });

  it('drops an array on version 1 and an object whose topic is inherited', () => {
    expect(decodeText('1.0.0', '[null,null,"t","e",{}]')).toBeNull();
    expect(decodeText('1.0.0', '{"__proto__":{"topic":"t","event":"e"}}')).toBeNull();
  });

  it('wraps a serialized payload into the same frame as encodeText', () => {
    for (const version of ['1.0.0', '2.0.0'] as const) {
      const payload = { ids: [1], data: { 'quote"': NAME } };
      const frame = { joinRef: null, ref: null, topic: NAME, event: EVENT, payload };
      expect(encodeAround(version, NAME, EVENT, JSON.stringify(payload))).toBe(encodeText(version, frame));
    }
  });
});

describe('binary broadcasts from a client', () => {
  it('counts lengths in bytes, so that names beyond ASCII arrive whole', () => {
    const bytes = pushBytes({ fields: ['1', '22', NAME, EVENT, ''], encoding: 1, payload: json({ a: 'ü' }) });
    expect(decodePush(bytes)).toEqual({
      joinRef: '1',
      ref: '22',
      topic: NAME,
      event: EVENT,
      metadata: '',
      body: { encoding: 'json', value: { a: 'ü' } },
    });
  });

  it('keeps bytes unchanged', () => {
    const payload = Uint8Array.from([0, 255, 128]);
    const bytes = pushBytes({ fields: ['', '', 'realtime:a', 'e', '{}'], encoding: 0, payload });
    const body = decodePush(bytes)?.body;
    expect(body?.encoding === 'binary' && [...body.bytes]).toEqual([0, 255, 128]);
  });

  it.each([
    ['an empty frame', new Uint8Array()],
    ['another kind', Uint8Array.from([4, 0, 0, 0, 0, 0, 1, 123, 125])],
    ['a head that is cut', Uint8Array.from([3, 1, 1])],
    [
      'a length beyond the end',
      pushBytes({
        lengths: [0, 0, 200, 0, 0],
        fields: ['realtime:a'],
        encoding: 1,
        payload: new Uint8Array(),
      }),
    ],
    [
      'a payload that is not JSON',
      pushBytes({ fields: ['', '', 't', 'e', ''], encoding: 1, payload: Uint8Array.from([123]) }),
    ],
    ['an unknown encoding', pushBytes({ fields: ['', '', 't', 'e', ''], encoding: 2, payload: json({}) })],
    ['a topic that is not UTF-8', Uint8Array.from([3, 0, 0, 2, 0, 0, 1, 0xc3, 0x28, 123, 125])],
  ])('drops %s', (_what, bytes) => {
    expect(decodePush(bytes)).toBeNull();
  });
});

describe('binary broadcasts to a client', () => {
  it('has the layout that realtime-js decodes', () => {
    const bytes = encodeBroadcast({
      topic: NAME,
      event: EVENT,
      metadata: '{"id":"x"}',
      body: { encoding: 'json', value: [1] },
    });
    const [topic, event, metadata] = [NAME, EVENT, '{"id":"x"}'].map((text) => [
      ...new TextEncoder().encode(text),
    ]);
    expect([...(bytes ?? [])]).toEqual([
      4,
      topic?.length,
      event?.length,
      metadata?.length,
      1,
      ...(topic ?? []),
      ...(event ?? []),
      ...(metadata ?? []),
      ...json([1]),
    ]);
  });

  it('refuses a topic of 256 bytes, which does not fit its length byte', () => {
    const body = { encoding: 'json', value: {} } as const;
    const topic = 'ü'.repeat(127);
    expect(encodeBroadcast({ topic: `${topic}x`, event: 'e', metadata: '', body })).not.toBeNull();
    expect(encodeBroadcast({ topic: `${topic}ü`, event: 'e', metadata: '', body })).toBeNull();
  });
});
