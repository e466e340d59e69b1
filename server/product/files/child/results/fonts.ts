import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Font {
  /** Its package, of which each has all weights. */
  readonly name: string;
  /** As it's called in its files. */
  readonly family: string;
  /** File name without weight. */
  readonly file: string;
  readonly weights: readonly string[];
}

const REGULAR = ['400Regular'];
const BOLD = [...REGULAR, '700Bold'];

const noto = (script: string, weights = BOLD): Font => ({
  name: `noto-sans-${script.toLowerCase().replace(' ', '-')}`,
  family: `Noto Sans ${script}`,
  file: `NotoSans${script.replace(' ', '')}`,
  weights,
});

/** Latin, Greek, Cyrillic and Devanagari. */
const TEXT: Font = {
  name: 'noto-sans',
  family: 'Noto Sans',
  file: 'NotoSans',
  weights: [...BOLD, '400Regular_Italic', '700Bold_Italic'],
};
const MONO = noto('Mono');
/** Noto's Arabic fonts draw dots apart from their letters, and readers of the PDF then find letters twice. */
const ARABIC: Font = { name: 'vazirmatn', family: 'Vazirmatn', file: 'Vazirmatn', weights: BOLD };
const CHINESE = noto('SC');
/** A tenth of what Noto's take on disk, in all their weights. */
const JAPANESE: Font = {
  name: 'biz-udpgothic',
  family: 'BIZ UDPGothic',
  file: 'BIZUDPGothic',
  weights: BOLD,
};
const KOREAN: Font = { name: 'nanum-gothic', family: 'NanumGothic', file: 'NanumGothic', weights: BOLD };

/** Fonts by what needs them. Each is loaded only where the text has such a letter: some have 5 MB or more. */
const BY_LETTERS: readonly (readonly [letters: RegExp, fonts: readonly Font[]])[] = [
  [/\p{Script=Arabic}/u, [ARABIC]],
  [/\p{Script=Hebrew}/u, [noto('Hebrew')]],
  [/\p{Script=Bengali}/u, [noto('Bengali')]],
  [/\p{Script=Gurmukhi}/u, [noto('Gurmukhi')]],
  [/\p{Script=Gujarati}/u, [noto('Gujarati')]],
  [/\p{Script=Tamil}/u, [noto('Tamil')]],
  [/\p{Script=Telugu}/u, [noto('Telugu')]],
  [/\p{Script=Thai}/u, [noto('Thai')]],
  [/\p{Script=Myanmar}/u, [noto('Myanmar')]],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, [JAPANESE]],
  [/\p{Script=Hangul}/u, [KOREAN]],
  [
    /[\u2190-\u2bff]|\p{Extended_Pictographic}/u,
    [
      noto('Math', REGULAR),
      noto('Symbols 2', REGULAR),
      noto('Symbols'),
      { name: 'noto-emoji', family: 'Noto Emoji', file: 'NotoEmoji', weights: REGULAR },
    ],
  ],
];

const HAN = /\p{Script=Han}/u;

/** Han letters differ by country: those of the answer's language, else of the other letters beside them. */
const isJapanese = (text: string, language: string): boolean =>
  language === 'ja' || (language !== 'zh' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text));

export interface Fonts {
  /** In the order in which a letter is looked for. */
  readonly families: readonly string[];
  readonly files: Buffer[];
  /** In a picture, a letter that this family lacks is looked for in those that are called most like it. */
  readonly ofPictures: string;
}

/** The fonts that this text needs. */
export function fontsFor(text: string, language: string): Fonts {
  const found = BY_LETTERS.flatMap(([letters, fonts]) => (letters.test(text) ? fonts : []));
  // The Chinese one has letters of all countries.
  const han = HAN.test(text) ? [...(isJapanese(text, language) ? [JAPANESE] : []), CHINESE] : [];
  const fonts = [...new Set([TEXT, ...han, ...found])];
  return {
    families: fonts.map(({ family }) => family),
    // Else Han letters would be Chinese ones, whose font is called like that of the text.
    ofPictures: (han.includes(JAPANESE) ? JAPANESE : TEXT).family,
    files: [...fonts, MONO].flatMap(({ name, file, weights }) =>
      weights.map((weight) =>
        readFileSync(require.resolve(`@expo-google-fonts/${name}/${weight}/${file}_${weight}.ttf`)),
      ),
    ),
  };
}

const require = createRequire(import.meta.url);
