/** In the address of the pricing page: what is to be bought as soon as it is there. */
export const BUY_PARAMETER = 'buy';

/** Where the purchase of a pack or a plan goes on by itself, for whoever is signed in. */
export function buyPath(item: string): string {
  return `/pricing?${BUY_PARAMETER}=${item}#${item}`;
}
