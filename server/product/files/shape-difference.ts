interface Size {
  readonly width: number;
  readonly height: number;
}

/** Symmetric difference of two aspect ratios: 0 for the same, 0.1 for about ten percent. */
export const shapeDifference = (a: Size, b: Size): number =>
  Math.abs(Math.log(a.width / a.height / (b.width / b.height)));
