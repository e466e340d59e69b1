import { toLocalDay } from '#domain/days.ts';
import { SIGN_UP_DATA_MAX_BYTES } from '#domain/sign-up.ts';
import type { FirstTask } from '#web/lib/device/first-task.ts';
import type { Registration } from './sign-up.ts';

/**
 * Metadata of a sign-up. Includes the task typed earlier, because the emailed link may be opened on another
 * device; a task that the server would refuse is omitted, so the account is still created.
 */
export function signUpData(
  { email, fullName, terms, marketing }: Registration,
  first: FirstTask | null,
): Record<string, unknown> {
  const data = {
    email: email.trim(),
    full_name: fullName.trim(),
    terms_accepted: terms,
    marketing_accepted: marketing,
  };
  if (first === null || !first.title.isWellFormed() || first.title.includes('\0')) return data;
  const { title, client_id } = first;
  const whole = { ...data, first_task: { title, client_id, due_on: toLocalDay(new Date()) } };
  const bytes = new TextEncoder().encode(JSON.stringify(whole)).length;
  return bytes > SIGN_UP_DATA_MAX_BYTES ? data : whole;
}
