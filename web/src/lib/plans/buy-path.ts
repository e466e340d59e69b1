/** In the address of the pricing page: what is to be bought as soon as it is there. */
export const BUY_PARAMETER = 'buy';

/** URL that resumes a purchase after sign-in. */
export function buyPath(item: string): string {
  return `/pricing?${BUY_PARAMETER}=${item}#${item}`;
}
