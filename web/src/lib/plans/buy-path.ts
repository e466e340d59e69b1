/** URL parameter of the pricing page: item to buy once it is loaded. */
export const BUY_PARAMETER = 'buy';

/** URL that resumes a purchase after sign-in. */
export function buyPath(item: string): string {
  return `/pricing?${BUY_PARAMETER}=${item}#${item}`;
}
