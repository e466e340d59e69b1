/** Passes a list as one parameter: the statement text doesn't depend on its length, so it stays prepared. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
