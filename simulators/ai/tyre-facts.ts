/** A fact that a careful reader finds on the pages of the simulated web: a quotation and its statement. */
export interface Fact {
  /** Verbatim from the page. */
  readonly quote: string;
  readonly text: string;
  /** The points of the fixed research plan that it answers. */
  readonly answers: readonly string[];
}

export const TYRE_FACTS: readonly Fact[] = [
  {
    quote:
      'From 1 November to 15 April a car may be driven in wintry conditions only with winter tyres on all four wheels.',
    text: 'In Austria winter tyres are required from 1 November to 15 April whenever the road is wintry.',
    answers: ['m1'],
  },
  {
    quote: 'Winter tyres need a tread of at least 4 mm.',
    text: 'The law asks for a tread of at least 4 mm.',
    answers: ['m2'],
  },
  {
    quote: 'the braking distance on snow grows by 12 metres when the tread falls from 8 mm to 4 mm',
    text: 'With 4 mm of tread the braking distance on snow is 12 metres longer than with 8 mm.',
    answers: ['m2'],
  },
  {
    quote:
      'winter tyres or chains carried on board are required from 15 November to 15 April, whatever the weather',
    text: 'On the A22 winter tyres or chains on board are required from 15 November to 15 April in any weather.',
    answers: ['m3'],
  },
  {
    quote: 'The fine for driving without them starts at 87 euros.',
    text: 'Driving there without them costs a fine of 87 euros or more.',
    answers: ['m4'],
  },
  {
    quote: 'Die Verwaltungsstrafe beträgt mindestens 41 Euro innerhalb geschlossener Ortschaften.',
    text: 'In towns in South Tyrol the fine starts at 41 euros.',
    answers: ['m4'],
  },
  {
    quote: 'Winter tyres for a small car weigh about 9 kilograms each.',
    text: 'A winter tyre of a small car weighs about 9 kilograms.',
    answers: [],
  },
  {
    quote: 'Snow chains for winter tyres cost about 60 euros a pair.',
    text: 'A pair of snow chains costs about 60 euros.',
    answers: [],
  },
];

/** A claim that no page supports, for readers that make things up. */
export const INVENTED: Fact = {
  quote: 'Winter tyres must be fitted by a certified workshop before the tenth of October.',
  text: 'A certified workshop must fit winter tyres.',
  answers: ['m1', 'm5'],
};
