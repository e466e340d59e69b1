const DATABASE_ROLES = ['anon', 'authenticated', 'service_role'] as const;
export type DatabaseRole = (typeof DATABASE_ROLES)[number];

/** Claims of a verified token; just `{ role }` for an API key. */
export type Claims = Readonly<Record<string, unknown>> & { readonly role: DatabaseRole };

/** The identity behind a request, which determines the database role of each statement. */
export interface Caller {
  readonly role: DatabaseRole;
  /** `sub` of the token; null for API keys. */
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly claims: Claims;
  /** Unix time in seconds; null if the credential never expires. */
  readonly expiresAt: number | null;
}

export const ANON: Caller = {
  role: 'anon',
  userId: null,
  sessionId: null,
  claims: { role: 'anon' },
  expiresAt: null,
};
