import { expect, it } from 'vitest';
import { FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { isProofNeeded, proofFailure, toProof } from './owner-proof.ts';

it('sends a password unchanged, and a code without spaces', () => {
  expect(toProof('password', ' a b ')).toEqual({ password: ' a b ' });
  expect(toProof('code', '123 456')).toEqual({ nonce: '123456' });
});

it.each([
  ['current_password_invalid', 'no', 'The current password is wrong.'],
  ['plan_running', 'Please cancel your plan first.', 'Please cancel your plan first.'],
  ['something_new', 'An internal word', 'Couldn’t delete your account. Please try again.'],
])('words %s with a remedy', (code, message, sentence) => {
  const refusal = new FunctionRefusedError(code, message);
  expect(proofFailure(refusal, 'settings.delete.failed')).toBe(sentence);
});

it('distinguishes network failures, refusals and requests for proof', () => {
  expect(proofFailure(new TypeError('Failed to fetch'), 'settings.delete.failed')).toMatch(/Network error/);
  expect(isProofNeeded(new FunctionRefusedError('reauthentication_needed', ''))).toBe(true);
  expect(isProofNeeded(new Error('reauthentication_needed'))).toBe(false);
});
