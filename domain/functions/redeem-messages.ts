/** Why a code was not redeemed: by `code` of the response, with HTTP status and message. */
export const REDEEM_REFUSALS = {
  unknown_code: {
    status: 404,
    message: 'We don’t recognise that code. Check it and try again.',
  },
  revoked_code: { status: 410, message: 'This code is no longer valid.' },
  expired_code: { status: 410, message: 'This code has expired.' },
  used_code: { status: 409, message: 'This code has already been used.' },
  already_redeemed: { status: 409, message: 'You’ve already redeemed this code.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** Too many attempts; `seconds` until the next. */
export function tooManyTries(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
