import { refusals } from '../wire/auth-error.ts';
import type { UserRow } from './users.ts';

/** How a company's people sign in is the company's to say: a way of their own would outlive their employment. */
export function assertOwn({ is_sso_user }: UserRow): void {
  if (is_sso_user) throw refusals.ssoManaged();
}
