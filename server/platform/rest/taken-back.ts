/** Thrown to roll back a transaction while carrying its answer out. */
class TakenBack<T> extends Error {
  override readonly name = 'TakenBack';
  readonly answer: T;

  constructor(answer: T) {
    super('the transaction is rolled back on purpose');
    this.answer = answer;
  }
}

/** Returns what `work` passes to `keep` inside its transaction, which is rolled back. */
export async function takenBack<T>(work: (keep: (answer: T) => never) => Promise<unknown>): Promise<T> {
  let kept: TakenBack<T> | undefined;
  try {
    await work((answer) => {
      kept = new TakenBack(answer);
      throw kept;
    });
  } catch (error) {
    if (kept !== undefined && error === kept) return kept.answer;
    throw error;
  }
  throw new Error('the transaction was not rolled back');
}
