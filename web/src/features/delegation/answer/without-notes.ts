import type { Processor } from 'unified';

/** Footnotes of GitHub's Markdown, by the names of their parts in the parser. */
const FOOTNOTES = ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'];

/** A parser that knows no footnotes: a model's own would look like sources of ours, and lead to nothing. */
export function withoutNotes(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: FOOTNOTES } }];
}
