/** An element of a drawing, for a page or a file. Names of attributes are React's. */
export interface SvgNode {
  readonly name: string;
  readonly attributes: SvgAttributes;
  readonly children: readonly SvgChild[];
}

export type SvgChild = SvgNode | string | null | undefined | false | readonly SvgChild[];
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

export const svg = (name: string, attributes: SvgAttributes, ...children: readonly SvgChild[]): SvgNode => ({
  name,
  attributes,
  children,
});
