const DATABASE_ROLES = ['anon', 'authenticated', 'service_role'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

/** The claims of a verified token, or `{ role }` alone when a key spoke. */
export type Claims = Readonly<Record<string, unknown>> & { readonly role: DatabaseRole };

/** On whose behalf a request runs: it becomes the database role of every statement. */
export interface Caller {
  readonly role: DatabaseRole;
  /** `sub` of the token; null for the keys. */
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly claims: Claims;
  /** Seconds since 1970; null when the credential never expires. */
  readonly expiresAt: number | null;
}

export const ANON: Caller = {
  role: 'anon',
  userId: null,
  sessionId: null,
  claims: { role: 'anon' },
  expiresAt: null,
};
