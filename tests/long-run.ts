/** `npm run test:long` tries every case of each set, and thousands of random ones. `npm test` tries some of them. */
export const isLong = process.env['TEST_LONG'] === '1';

/** Random cases, or repetitions. */
export const howMany = (usually: number, long: number): number => (isLong ? long : usually);
