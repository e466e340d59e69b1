import { refusals } from '../wire/auth-error.ts';
import type { UserRow } from './users.ts';

/** A company controls how its people sign in: a personal way to sign in would outlive their employment. */
export function assertOwn({ is_sso_user }: UserRow): void {
  if (is_sso_user) throw refusals.ssoManaged();
}
