import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

interface Key {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
  counter: number;
}

/** What a test may get wrong on purpose. */
export interface Flaw {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly unverified?: boolean;
  readonly type?: string;
  /** Signs with another key. */
  readonly foreignKey?: boolean;
  /** Shows a counter that does not grow, as a copied key would. */
  readonly counter?: number;
}

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/** A security key in software (WebAuthn Level 2, ES256, attestation "none"): what a browser would answer with. */
export class SoftAuthenticator {
  readonly #origin: string;
  readonly #rpId: string;
  readonly #keys: Key[] = [];

  constructor(siteUrl: string) {
    this.#origin = new URL(siteUrl).origin;
    this.#rpId = new URL(siteUrl).hostname;
  }

  /** `navigator.credentials.create` */
  create(options: { challenge: string; user: { id: string } }, flaw: Flaw = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key: Key = { id: randomBytes(32), privateKey, userHandle: options.user.id, counter: 0 };
    this.#keys.push(key);
    const jwk = publicKey.export({ format: 'jwk' });
    const cose = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(jwk.x ?? '', 'base64url')],
      [-3, Buffer.from(jwk.y ?? '', 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(key.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, key.id, cose]);
    const authData = Buffer.concat([this.#head(AT, 0, flaw), attested]);
    const attestationObject = cborMap([
      ['fmt', 'none'],
      ['attStmt', cborMap([])],
      ['authData', authData],
    ]);
    return {
      ...answer(key.id),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, flaw).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal' as const],
      },
    };
  }

  /** `navigator.credentials.get`, with the last key that was made. */
  get(options: { challenge: string }, flaw: Flaw = {}) {
    const key = this.#keys.at(-1);
    if (!key) throw new Error('this authenticator has no key');
    key.counter = flaw.counter ?? key.counter + 1;
    const authenticatorData = this.#head(0, key.counter, flaw);
    const clientData = this.#clientData('webauthn.get', options.challenge, flaw);
    const signer = createSign('sha256').update(authenticatorData).update(sha256(clientData));
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    return {
      ...answer(key.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signer.sign(flaw.foreignKey ? other : key.privateKey).toString('base64url'),
        userHandle: key.userHandle,
      },
    };
  }

  #head(flags: number, counter: number, { rpId, unverified }: Flaw): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | UP | (unverified ? 0 : UV));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId ?? this.#rpId)), head]);
  }

  #clientData(type: string, challenge: string, flaw: Flaw): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: flaw.type ?? type,
        challenge: flaw.challenge ?? challenge,
        origin: flaw.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }
}

function answer(id: Buffer) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} };
}

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** As much of CBOR (RFC 8949) as an authenticator writes. A buffer that `cborMap` made is written as it is. */
const ENCODED = new WeakSet<Buffer>();

function cborMap(entries: readonly (readonly [number | string, number | string | Buffer])[]): Buffer {
  const parts = entries.flatMap(([key, value]) => [cbor(key), cbor(value)]);
  const map = Buffer.concat([head(5, entries.length), ...parts]);
  ENCODED.add(map);
  return map;
}

function cbor(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return ENCODED.has(value) ? value : Buffer.concat([head(2, value.length), value]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
