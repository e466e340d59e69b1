import { type Attributes, attributeOf } from '../archive/read-xml.ts';
import { raisedText } from '../raised-text.ts';

/** An open element with the texts of its children. */
interface Part {
  readonly name: string;
  readonly texts: string[];
  /** Signs that its properties name: of a sum, of brackets. */
  readonly signs: Map<string, string>;
}

/** Elements that hold characters, in MathML and in Office Math. The space between others means nothing. */
const CHARACTERS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms', 't']);
/** The same in another notation, and how it looks. */
const ASIDE = /^annotation|Pr$/;
/** Multiplication and application that nobody sees. */
const UNSEEN = /[\u2061-\u2064]/g;

/**
 * Writes a formula on one line: `(a+b)/2`, `10⁶`, `√2`. Without what stands between them, one over two is twelve. Reads
 * MathML, and Office Math (ECMA-376 part 1, 22.1), whose elements have the same roles under other names.
 */
export class MathText {
  readonly #open: Part[] = [{ name: '', texts: [], signs: new Map() }];
  #aside = 0;

  open(name: string, attributes: Attributes): void {
    if (this.#aside > 0 || ASIDE.test(name)) {
      this.#aside += 1;
      const sign = attributeOf(attributes, 'val');
      if (sign !== undefined) this.#open.at(-1)?.signs.set(name, sign);
    } else this.#open.push({ name, texts: [], signs: new Map() });
  }

  add(text: string): void {
    const part = this.#open.at(-1);
    if (this.#aside === 0 && part && CHARACTERS.has(part.name)) part.texts.push(text.replace(UNSEEN, ''));
  }

  close(): void {
    if (this.#aside > 0) this.#aside -= 1;
    else {
      const part = this.#open.length > 1 ? this.#open.pop() : undefined;
      if (part) this.#open.at(-1)?.texts.push(write(part));
    }
  }

  /** The whole formula, once its elements are closed. */
  end(): string {
    while (this.#open.length > 1) this.close();
    return (this.#open[0]?.texts.join('') ?? '').trimEnd();
  }
}

function write({ name, texts, signs }: Part): string {
  const [first = '', second = '', third = ''] = texts;
  switch (name) {
    case 'f':
    case 'mfrac':
      // Apart from a number before it: one and a half isn't eleven over two.
      return ` ${single(first)}/${single(second)} `;
    case 'sSup':
    case 'msup':
      return single(first) + above(second);
    case 'sSub':
    case 'msub':
    case 'munder':
    case 'limLow':
      return first + below(second);
    case 'sSubSup':
    case 'msubsup':
    case 'munderover':
      return first + below(second) + above(third);
    case 'nary':
      return `${signs.get('chr') ?? '∫'}${below(first)}${above(second)} ${third}`;
    case 'rad':
      return root(first, second);
    case 'mroot':
      return root(second, first);
    case 'msqrt':
      return root('', texts.join(''));
    case 'd':
    case 'mfenced':
      return `${signs.get('begChr') ?? '('}${texts.join(', ')}${signs.get('endChr') ?? ')'}`;
    case 'mr':
    case 'mtr':
      return texts.join(', ');
    case 'm':
    case 'mtable':
    case 'eqArr':
      return texts.join('; ');
    default:
      return texts.join('');
  }
}

/** In brackets if it's more than one number or name. */
function single(text: string): string {
  const bare = text.trim();
  return /^(?:[\p{L}\p{M}\p{N}.,]*|\([^()]*\))$/u.test(bare) ? bare : `(${bare})`;
}

function above(text: string): string {
  const bare = text.trim();
  if (bare === '') return '';
  return /^[+\-−–]?\d+$/.test(bare) ? raisedText(bare) : `^${single(bare)}`;
}

const below = (text: string): string => (text.trim() === '' ? '' : `_${single(text)}`);

const root = (degree: string, text: string): string => `${raisedText(degree.trim())}√${single(text)}`;
