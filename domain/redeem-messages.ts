/** Why a code was not redeemed: by `code` of the response, with HTTP status and message. */
export const REDEEM_REFUSALS = {
  unknown_code: {
    status: 404,
    message: 'This code is not known. Please compare it with what you were given.',
  },
  revoked_code: { status: 410, message: 'This code is not valid any more.' },
  expired_code: { status: 410, message: 'This code has expired.' },
  used_code: { status: 409, message: 'This code was used before.' },
  already_redeemed: { status: 409, message: 'You have redeemed this code already.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** Too many attempts; `seconds` until the next. */
export function tooManyTries(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many codes were tried. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
