/** Index of the first number that isn't smaller; numbers ascend. */
export function firstAtLeast(numbers: ArrayLike<number>, least: number): number {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
