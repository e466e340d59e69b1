import { checkContent } from '../archive/check-content.ts';
import type { Archive } from '../archive/open-archive.ts';
import { type Attributes, readXml, type XmlHandler } from '../archive/read-xml.ts';
import { type Objects, readObjects } from './odf-objects.ts';
import { OdfStory, ORDINARY, TextStyles } from './odf-story.ts';

/**
 * Text of each slide of an OpenDocument presentation (OpenDocument 1.3 part 3, 9.1.4 and 9.6), with its tables, its charts and
 * the speaker's notes. A slide without text is empty. Rejects with UnreadableError.
 */
export async function readOdp(archive: Archive): Promise<string[]> {
  await checkContent(archive);
  const styles = new TextStyles();
  await readXml(archive, 'styles.xml', styles);
  const reader = new SlideReader(styles, await readObjects(archive));
  await readXml(archive, 'content.xml', reader);
  return reader.slides;
}

/** Placeholders of a page number, a date, a header, a footer, or the picture of the slide on its notes. */
const ASIDE = /^(?:page-number|date-time|header|footer|page)$/;
const BOXES: ReadonlySet<string> = new Set(['frame', 'custom-shape']);

/** Collects the slides of `content.xml`, each by a story of its own. */
class SlideReader implements XmlHandler {
  readonly slides: string[] = [];
  readonly #styles: TextStyles;
  readonly #objects: Objects;
  #story: OdfStory | null = null;
  /** Levels of the elements that are open within the notes, and within a placeholder of a title or one set aside. */
  #notes = 0;
  #title = 0;
  #aside = 0;

  constructor(styles: TextStyles, objects: Objects) {
    this.#styles = styles;
    this.#objects = objects;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#story === null) {
      if (name === 'page') this.#story = new OdfStory(this.#styles, this.#objects);
      else this.#styles.open(name, attributes);
      return;
    }
    const kind = BOXES.has(name) ? (attributes['presentation:class'] ?? '') : '';
    if (this.#aside > 0 || ASIDE.test(kind)) {
      this.#aside += 1;
      return;
    }
    if (this.#notes > 0 || name === 'notes') this.#notes += 1;
    else if (this.#title > 0 || kind === 'title') this.#title += 1;
    this.#place();
    this.#story.open(name, attributes);
  }

  text(more: string): void {
    if (this.#aside === 0) this.#story?.text(more);
  }

  close(name: string): void {
    if (this.#story === null) return;
    if (this.#aside > 0) {
      this.#aside -= 1;
      return;
    }
    if (name === 'page') {
      this.slides.push(this.#story.end().join('\n'));
      this.#story = null;
      return;
    }
    this.#story.close(name);
    if (this.#notes > 0) this.#notes -= 1;
    else if (this.#title > 0) this.#title -= 1;
    this.#place();
  }

  #place(): void {
    if (this.#notes > 0) this.#story?.goTo({ level: 0, prefix: 'Notes: ' });
    else this.#story?.goTo(this.#title > 0 ? { level: 1, prefix: '' } : ORDINARY);
  }
}
