/** Every delegated task costs one credit; credits are whole numbers. */
export const CREDITS_PER_RUN = 1;

/** Granted once, for registering through the sign-up form with the terms accepted. */
export const WELCOME_CREDITS = 15;

/** Granted once instead, to an account that came another way and accepts the terms at its first sign-in. */
export const FIRST_SIGN_IN_CREDITS = 10;

/**
 * Monthly credits of the free tier per calendar month (UTC), and of plans per month of their billing period.
 */
export const MONTHLY_ALLOWANCE = { free: 10, start: 150, pro: 300 } as const;

/** More cancelled runs than this on one day (UTC) pause delegation until the next. */
export const CANCELLED_RUNS_PER_DAY = 20;

/** Credits left to spend, according to a profile. */
export function creditsLeft(profile: { credits_limit: number; credits_used: number }): number {
  return Math.max(0, profile.credits_limit - profile.credits_used);
}
