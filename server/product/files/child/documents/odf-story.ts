import type { Attributes, XmlHandler } from '../archive/read-xml.ts';
import { addText, type TextStyle } from '../styled-text.ts';
import { folderOf, type Objects } from './odf-objects.ts';
import { SectionText } from './section-text.ts';

const PLAIN: TextStyle = { isRaised: false, isStruck: false };

/** Styles whose text isn't shown, is raised or struck, by family and name. A part has them before the text that uses them. */
export class TextStyles implements XmlHandler {
  readonly #hidden = new Set<string>();
  readonly #raised = new Set<string>();
  readonly #struck = new Set<string>();
  #style = '';

  open(name: string, attributes: Attributes): void {
    if (name === 'style') {
      const family = attributes['style:family'] ?? '';
      this.#style = `${family} ${attributes['style:name'] ?? ''}`;
      const parent = `${family} ${attributes['style:parent-style-name'] ?? ''}`;
      for (const styles of [this.#hidden, this.#raised, this.#struck])
        if (styles.has(parent)) styles.add(this.#style);
    } else if (name === 'text-properties') {
      this.#note(this.#hidden, attributes['text:display'], /^none$/);
      // `super`, or by how much of the height.
      this.#note(this.#raised, attributes['style:text-position'], /^(?:super|[1-9])/);
      const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type'];
      this.#note(this.#struck, line, /^(?!none$)/);
    }
  }

  #note(styles: Set<string>, value: string | undefined, is: RegExp): void {
    if (value === undefined) return;
    if (is.test(value)) styles.add(this.#style);
    else styles.delete(this.#style);
  }

  isHidden(family: 'paragraph' | 'text', { 'text:style-name': name = '' }: Attributes): boolean {
    return this.#hidden.has(`${family} ${name}`);
  }

  isRaised({ 'text:style-name': name = '' }: Attributes): boolean {
    return this.#raised.has(`text ${name}`);
  }

  isStruck({ 'text:style-name': name = '' }: Attributes): boolean {
    return this.#struck.has(`text ${name}`);
  }
}

/** Deleted and commented text, and how to pronounce what stands beside it. */
const ASIDE: ReadonlySet<string> = new Set(['tracked-changes', 'annotation', 'ruby-text', 'forms']);
/** What stands in a paragraph, but isn't its text; its own paragraphs are. */
const BOXES: ReadonlySet<string> = new Set(['frame', 'custom-shape', 'note']);
const SPACES: ReadonlySet<string> = new Set(['s', 'tab', 'line-break']);

interface Paragraph {
  line: string;
  /** Of a heading; 0 for others. */
  readonly level: number;
  readonly isItem: boolean;
}

/** Where paragraphs stand that don't say it themselves. */
export interface Place {
  /** Of a heading; 0 for others. */
  readonly level: number;
  readonly prefix: string;
}

export const ORDINARY: Place = { level: 0, prefix: '' };

/** Collects the text of a document, or of a slide, from its elements. */
export class OdfStory implements XmlHandler {
  readonly #text = new SectionText();
  readonly #styles: TextStyles;
  readonly #objects: Objects;
  /** Of each open span, whether its text is raised, and struck. */
  readonly #spans: TextStyle[] = [];
  readonly #notes: string[] = [];
  /** Paragraphs and boxes that are open, the innermost last; null for a box. */
  readonly #open: (Paragraph | null)[] = [];
  /** Rows of the tables that are open, the innermost last; a table within a cell is text of that cell. */
  readonly #rows: string[][] = [];
  #isItem = false;
  #place: Place = ORDINARY;
  #noteDepth = 0;
  #aside = 0;

  constructor(styles: TextStyles, objects: Objects) {
    this.#styles = styles;
    this.#objects = objects;
  }

  end(): string[] {
    for (const note of this.#notes) this.#text.line(note);
    return this.#text.end();
  }

  /** What paragraphs are from here on. */
  goTo(place: Place): void {
    this.#place = place;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#aside > 0 || ASIDE.has(name) || this.#isHidden(name, attributes)) this.#aside += 1;
    else if (name === 'p' || name === 'h') this.#openParagraph(name, attributes);
    else if (BOXES.has(name)) this.#open.push(null);
    else if (SPACES.has(name)) this.text(' ');
    else if (name === 'list-item') this.#isItem = true;
    else if (name === 'note-body') this.#noteDepth += 1;
    else if (name === 'table-row') this.#rows.push([]);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#rows.at(-1)?.push('');
    else if (name === 'span') this.#openSpan(attributes);
    else if (name === 'object') this.#addObject(folderOf(attributes['xlink:href'] ?? ''));
    else this.#styles.open(name, attributes);
  }

  text(more: string): void {
    const paragraph = this.#open.at(-1);
    if (this.#aside > 0 || !paragraph) return;
    paragraph.line = addText(paragraph.line, more, this.#spans.at(-1) ?? PLAIN);
  }

  close(name: string): void {
    if (this.#aside > 0) this.#aside -= 1;
    else if (name === 'p' || name === 'h') this.#closeParagraph();
    else if (BOXES.has(name)) this.#open.pop();
    else if (name === 'span') this.#spans.pop();
    else if (name === 'note-body') this.#noteDepth -= 1;
    else if (name === 'table-row') this.#closeRow();
  }

  /** A span within another one is as that one is. */
  #openSpan(attributes: Attributes): void {
    const outer = this.#spans.at(-1) ?? PLAIN;
    this.#spans.push({
      isRaised: this.#styles.isRaised(attributes) || outer.isRaised,
      isStruck: this.#styles.isStruck(attributes) || outer.isStruck,
    });
  }

  /** A formula stands in a box of its own, within the line; a chart before the paragraph that it's anchored to. */
  #addObject(folder: string): void {
    const paragraph = this.#open.findLast((each) => each !== null);
    if (paragraph) paragraph.line += this.#objects.formulas.get(folder) ?? '';
    const row = this.#rows.at(-1);
    const lines = this.#objects.charts.get(folder) ?? [];
    if (row !== undefined) row.push([row.pop() ?? '', ...lines].join(' '));
    else for (const line of lines) this.#text.line(line);
  }

  #isHidden(name: string, attributes: Attributes): boolean {
    // Of a section, and of text that depends on a condition.
    if (attributes['text:display'] === 'none' && name === 'section') return true;
    if (attributes['text:is-hidden'] === 'true') return true;
    if (name === 'span') return this.#styles.isHidden('text', attributes);
    return (name === 'p' || name === 'h') && this.#styles.isHidden('paragraph', attributes);
  }

  #openParagraph(name: 'p' | 'h', attributes: Attributes): void {
    const level = name === 'h' ? Number(attributes['text:outline-level'] ?? 1) : this.#place.level;
    this.#open.push({ line: '', level, isItem: this.#isItem });
    this.#isItem = false;
  }

  #closeParagraph(): void {
    const { line = '', level = 0, isItem = false } = this.#open.pop() ?? {};
    const row = this.#rows.at(-1);
    if (this.#noteDepth > 0) this.#notes.push(line);
    else if (row !== undefined) row.push(`${row.pop() ?? ''} ${line}`);
    else if (level > 0) this.#text.heading(level, line);
    else if (line.trim() !== '') this.#text.line(`${this.#place.prefix}${isItem ? '- ' : ''}${line}`);
  }

  #closeRow(): void {
    const row = this.#rows.pop() ?? [];
    const outer = this.#rows.at(-1);
    if (outer === undefined) this.#text.row(row);
    else outer.push(`${outer.pop() ?? ''} ${row.join(' ')}`);
  }
}
