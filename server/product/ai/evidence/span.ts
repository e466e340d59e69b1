/** Range in a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
