/** `npm run test:long` tries every case of each set, and thousands of random ones. `npm test` tries some of them. */
export const isLong = process.env['TEST_LONG'] === '1';

/** Every so-manyth of cases that end alike, from `first` on; all in the long run. */
export const someOf = <T>(cases: readonly T[], every: number, first = 0): readonly T[] =>
  isLong ? cases : cases.filter((_case, at) => at % every === first % every);

/** Random cases, or repetitions. */
export const howMany = (usually: number, long: number): number => (isLong ? long : usually);
