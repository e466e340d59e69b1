export const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const;
/** How a request's transaction ends, and whether `Prefer: tx=…` may say otherwise. */
export type TxEnd = (typeof TX_ENDS)[number];

/** What an operator decides about the data API. */
export interface RestSettings {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  readonly txEnd: TxEnd;
  /**
   * Whether anybody may ask for the plan of a request instead of its answer. A plan tells how many rows there are of
   * everybody, and the policies.
   */
  readonly plans: boolean;
}

export const REST_SETTINGS: RestSettings = {
  schemas: ['public'],
  txEnd: 'commit-allow-override',
  plans: false,
};
