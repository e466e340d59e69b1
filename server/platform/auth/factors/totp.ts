import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** RFC 6238 with the parameters every authenticator app supports: SHA-1, six digits, a new code every 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;

export interface NewTotp {
  readonly secret: Uint8Array;
  /** The contract's `totp` object. */
  readonly answer: { readonly qr_code: string; readonly secret: string; readonly uri: string };
}

/** Creates a secret and its QR code for authenticator apps, which show `account` and `issuer`. */
export function newTotp({ issuer, account }: { issuer: string; account: string }): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ ...PARAMETERS, issuer, label: account, secret }).toString();
  return {
    secret: secret.bytes,
    answer: { qr_code: renderSVG(uri, { border: 2 }), secret: secret.base32, uri },
  };
}

/** Returns the time step of a code: the current, previous or next one; null if the code is wrong. */
export function stepOf(code: string, secret: Uint8Array, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
