import { type Attributes, attributeOf } from '../archive/read-xml.ts';

const valueOf = (attributes: Attributes): string => attributeOf(attributes, 'val') ?? '';
const isOn = (attributes: Attributes): boolean => !/^(?:0|false|off)$/.test(valueOf(attributes));

export const boxMark = (isChecked: boolean): string => (isChecked ? '[x]' : '[ ]');

/** A list in a form: its entries, and which of them is chosen. */
interface Choice {
  readonly entries: string[];
  chosen: number;
  isChosen: boolean;
}

/**
 * Boxes and lists of forms as Word had them until 2007 (ECMA-376 part 1, 17.16.7 and 17.16.9). What they show isn't in the
 * text, but in the field's own data.
 */
export class FormFields {
  #isChecked: boolean | null = null;
  #choice: Choice | null = null;

  open(name: string, attributes: Attributes): void {
    if (name === 'checkBox') this.#isChecked = false;
    else if (name === 'ddList') this.#choice = { entries: [], chosen: 0, isChosen: false };
    else if (this.#isChecked !== null && (name === 'default' || name === 'checked'))
      this.#isChecked = isOn(attributes);
    else if (this.#choice !== null) noteChoice(this.#choice, name, valueOf(attributes));
  }

  /** What the field shows, where its data end; empty where none do. */
  close(name: string): string {
    let shown = '';
    if (name === 'checkBox' && this.#isChecked !== null) {
      shown = `${boxMark(this.#isChecked)} `;
      this.#isChecked = null;
    } else if (name === 'ddList' && this.#choice !== null) {
      shown = this.#choice.entries[this.#choice.chosen] ?? '';
      this.#choice = null;
    }
    return shown;
  }
}

/** The result counts, and the default where there is none. */
function noteChoice(choice: Choice, name: string, value: string): void {
  if (name === 'listEntry') choice.entries.push(value);
  else if (name === 'result' || (name === 'default' && !choice.isChosen)) {
    choice.chosen = Number(value);
    choice.isChosen = name === 'result';
  }
}

interface Control {
  isBox: boolean;
  isChecked: boolean;
  /** It shows what to enter, and nothing that was. */
  isUnfilled: boolean;
  isShown: boolean;
}

/**
 * Content controls of Word since 2007 (ECMA-376 part 1, 17.5.2; MS-DOCX, 2.6.1): their text stands in the document, but a
 * box is the sign of some font, and an invitation to choose looks like a choice.
 */
export class ContentControls {
  /** Those that are open, the innermost last. */
  readonly #open: Control[] = [];

  open(name: string, attributes: Attributes): void {
    if (name === 'sdt')
      this.#open.push({ isBox: false, isChecked: false, isUnfilled: false, isShown: false });
    const control = this.#open.at(-1);
    if (control === undefined) return;
    if (name === 'checkbox') control.isBox = true;
    else if (name === 'checked' && control.isBox) control.isChecked = isOn(attributes);
    else if (name === 'showingPlcHdr') control.isUnfilled = isOn(attributes);
  }

  close(name: string): void {
    if (name === 'sdt') this.#open.pop();
  }

  /** What is shown in place of a text, or of a sign, of the innermost control. */
  shown(text: string): string {
    const control = this.#open.at(-1);
    if (control?.isBox) {
      if (control.isShown) return '';
      control.isShown = true;
      return boxMark(control.isChecked);
    }
    return control?.isUnfilled && text.trim() !== '' ? `[${text}]` : text;
  }
}
