import { jsonExample, type TwoExamples } from '../show-examples.ts';

/** A unit that was turned round beside advice that is cut in two, and figures that follow by arithmetic from words in another language. */
export const CHECK_EXAMPLES: TwoExamples = [
  jsonExample(
    'Quotes: [c1] “The rent is 412 crowns a month.” Statements: [s1] A month costs 412 crowns. (c1) [s2] A week costs 412 crowns. (c1) [s3] Step 2: ask Ms. {Oldacre by 9.} (c1)',
    { supported: 's1', contradicted: 's2', not_said: '', no_claim: 's3', computed: [] },
  ),
  jsonExample(
    'Quotes: [c1] “Der Eintritt kostet 8 Kronen.” [c2] “Es kamen 6 Gäste.” Statements: [s1] The guests paid 48 crowns. (c1 c2) [s2] Children pay less. (c1) [s3] It rained. (c2)',
    { supported: '', contradicted: '', not_said: 's2 s3', no_claim: '', computed: ['s1 = 6 * 8'] },
  ),
];

/** A sentence that can be put right, and one of which nothing is left. */
export const CORRECT_EXAMPLES: TwoExamples = [
  jsonExample(
    'Quotes: [c1] “The ferry sails at 12:40.” Sentences: [s1] It sails at 14:20. [c1] (the quotes say otherwise)',
    { sentences: [{ id: 's1', text: 'It sails at 12:40 [c1].' }] },
  ),
  jsonExample(
    'Quotes: [c3] “Die Fähre ist blau.” Sentences: [s7] It is free. [c3] (the quotes do not say it)',
    { sentences: [{ id: 's7', text: '' }] },
  ),
];

/** The same where numbers are cells. */
export const CELL_EXAMPLES: TwoExamples = [
  jsonExample(
    'Quotes: [q1] “2 rows, total in kg; r1: stall="Plums", total=84; r2: stall="Eggs", total=31” Sentences: [s1] Eggs come to {{q1.r1.total|unit}}. [q1] (the quotes say otherwise)',
    { sentences: [{ id: 's1', text: 'Eggs come to {{q1.r2.total|unit}}.' }] },
  ),
  jsonExample(
    'Quotes: [q1] “2 rows, total in kg; r1: stall="Plums", total=84; r2: stall="Eggs", total=31” Sentences: [s2] Plums are dearer than last year. [q1] (the quotes do not say it)',
    { sentences: [{ id: 's2', text: '' }] },
  ),
];

/** A point in other words, and one of which the text says that nothing is known. */
export const POINTS_EXAMPLES: TwoExamples = [
  jsonExample('Points: [p1] What does it cost? [p2] Opening hours. Text: "A tour of the mill is 9 crowns."', {
    covered: 'p1',
    missing: 'p2',
  }),
  jsonExample('Points: [p1] Parking. Text: "Über Parkplätze wurde nichts gefunden."', {
    covered: '',
    missing: 'p1',
  }),
];
