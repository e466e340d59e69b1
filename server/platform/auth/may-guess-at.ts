import type { Address } from './address.ts';
import type { AuthParts } from './auth-parts.ts';
import type { UserRow } from './users.ts';

/**
 * An account with a number and an address has one count of guesses, the address's: whoever guesses by number takes
 * from both. Said with the answer to a wrong guess, never with a 429, which would tell whose number it is.
 */
export async function mayGuessAt(
  { email }: UserRow,
  { kind }: Address,
  { limits }: AuthParts,
): Promise<boolean> {
  return kind === 'email' || email === null || limits.mayGuess(email);
}
