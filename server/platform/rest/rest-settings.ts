export const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const;
/** The end of a request's transaction, and whether `Prefer: tx=…` may override it. */
export type TxEnd = (typeof TX_ENDS)[number];

/** Operator settings of the data API. */
export interface RestSettings {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  readonly txEnd: TxEnd;
  /**
   * True if any caller may ask for the query plan of a request. A plan reveals everybody's row counts, and the
   * policies.
   */
  readonly plans: boolean;
}

export const REST_SETTINGS: RestSettings = {
  schemas: ['public'],
  txEnd: 'commit-allow-override',
  plans: false,
};
