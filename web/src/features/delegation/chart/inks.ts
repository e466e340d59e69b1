/** Colours and fonts of a chart: on screen those of the page, in a file those of its light scheme. */
export interface Inks {
  readonly text: string;
  readonly strong: string;
  readonly grid: string;
  readonly axis: string;
  readonly ground: string;
  /** Of a single series. */
  readonly data: string;
  /** In the order of the series; each is seen well on the ground. */
  readonly parts: readonly string[];
  readonly font: string;
}

const TOKENS = {
  text: '--text-2',
  strong: '--text',
  grid: '--line',
  axis: '--line-strong',
  ground: '--raised',
  data: '--data',
  focus: '--data-focus',
  third: '--text-3',
} as const;
type Colours = Readonly<Record<keyof typeof TOKENS, string>>;

const toInks = ({ focus, third, ...colours }: Colours, font: string): Inks => ({
  ...colours,
  parts: [focus, colours.data, third, colours.strong],
  font,
});

const ofPage = (name: keyof Colours): string => `var(${TOKENS[name]})`;

export const SCREEN_INKS = toInks(
  {
    text: ofPage('text'),
    strong: ofPage('strong'),
    grid: ofPage('grid'),
    axis: ofPage('axis'),
    ground: ofPage('ground'),
    data: ofPage('data'),
    focus: ofPage('focus'),
    third: ofPage('third'),
  },
  'inherit',
);

/** The tokens of the light scheme: a file has no page to take them from. */
const LIGHT: Colours = {
  text: '#565046',
  strong: '#1c1914',
  grid: '#e6e2d9',
  axis: '#cfc9bc',
  ground: '#ffffff',
  data: '#968d7d',
  focus: '#1c4aa6',
  third: '#6b6458',
};

/** Fonts that any program has: a picture can't load those of the page. */
export const PAPER_INKS = toInks(LIGHT, "'Helvetica Neue', Helvetica, Arial, 'Noto Sans', sans-serif");
