/** What people may do with the rows of one table. A table that is not named here fails the matrix. */
export interface Expectation {
  /** The column that says whose a row is. */
  readonly owner: string;
  /** A row that people may add for themselves; null where rows come from elsewhere. */
  readonly insert: Readonly<Record<string, unknown>> | null;
  /** A change that people may make to their own rows. */
  readonly update: Readonly<Record<string, unknown>> | null;
  readonly canDelete: boolean;
  /** What a visitor who asks is told: that there is nothing, or that this needs a sign-in. */
  readonly anon: 'nothing' | 'sign in';
}

const READ_ONLY = { insert: null, update: null, canDelete: false, anon: 'sign in' } as const;

/** Tables of the operator, which people can do nothing with: there is no row of theirs in them. */
export const CLOSED = ['redeem_codes'] as const;

export const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  // The specified registration form asks whether an address is taken; the answer to a visitor is always no.
  profiles: { ...READ_ONLY, owner: 'id', update: { full_name: 'Another name' }, anon: 'nothing' },
  user_settings: {
    ...READ_ONLY,
    owner: 'user_id',
    update: { answer_language: 'de', asks_first: false, about_facts: 'Two children', sends_about: false },
  },
  user_consent: { ...READ_ONLY, owner: 'user_id' },
  projects: {
    owner: 'user_id',
    insert: { name: 'A project' },
    update: { name: 'Another name' },
    canDelete: true,
    anon: 'sign in',
  },
  tasks: {
    owner: 'user_id',
    insert: { title: 'A task' },
    update: { title: 'Another title' },
    canDelete: true,
    anon: 'sign in',
  },
  credit_grants: { ...READ_ONLY, owner: 'user_id' },
  credit_entries: { ...READ_ONLY, owner: 'user_id' },
  purchases: { ...READ_ONLY, owner: 'user_id' },
  subscriptions: { ...READ_ONLY, owner: 'user_id' },
  ai_runs: { ...READ_ONLY, owner: 'user_id', update: { is_folded: true } },
  ai_run_events: { ...READ_ONLY, owner: 'user_id' },
  ai_responses: { ...READ_ONLY, owner: 'user_id' },
  search_words: { ...READ_ONLY, owner: 'user_id' },
  task_files: { ...READ_ONLY, owner: 'user_id' },
  account_exports: { ...READ_ONLY, owner: 'user_id' },
  result_mails: { ...READ_ONLY, owner: 'user_id' },
  trash: { ...READ_ONLY, owner: 'user_id', canDelete: true },
};
