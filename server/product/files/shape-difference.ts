interface Size {
  readonly width: number;
  readonly height: number;
}

/** How far two shapes are apart, whichever is the wider: 0 for the same, 0.1 for some ten percent. */
export const shapeDifference = (a: Size, b: Size): number =>
  Math.abs(Math.log(a.width / a.height / (b.width / b.height)));
