import type { AboutTone, AboutUnits } from '#domain/about-me.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import { cleanText } from '../language/clean-text.ts';
import { cutToTokens, estimateTokens } from '../models/estimate-tokens.ts';
import type { ToolAbout } from '../tool.ts';

/** What of a person's own description fits. */
export interface PackedAbout extends ToolAbout {
  /** Its total length in characters. */
  readonly of: number;
}

/** The longest facts in any script. */
const FACTS_TOKENS = 600;

const UNITS: Readonly<Record<AboutUnits, string>> = {
  metric: 'metric',
  uk: 'British (miles, pints; otherwise metric)',
  us: 'US customary',
};

const TONES: Readonly<Record<AboutTone, string>> = {
  friendly: 'friendly, with the informal form of address',
  plain: 'matter-of-fact',
  formal: 'formal, with the polite form of address',
};

/** Introduces the frame. Stands outside of it, with the rules. */
export const ABOUT_PERSON =
  'What the person says about themselves, for all their tasks. Follow it in units, currency, formats and tone unless the task says otherwise, and mention only what the task needs:';

/**
 * All of it gets at most a sixteenth of `room` tokens: of the facts, as much as is left. Null if there is nothing to send,
 * or no room.
 */
export function packAbout(about: ToolAbout | null, room: number): PackedAbout | null {
  if (about === null) return null;
  const whole = cleanText(about.facts).trim();
  const { country, currency, units, tone } = about;
  const choices = { country, currency, units, tone, facts: '', of: whole.length };
  const left = room / 16 - estimateTokens([ABOUT_PERSON, ...aboutLines(choices)].join('\n'));
  if (left < 0) return null;
  const facts = cutToTokens(whole, Math.min(FACTS_TOKENS, left));
  const isEmpty = facts === '' && [country, currency, units, tone].every((each) => each === null);
  return isEmpty ? null : { ...choices, facts };
}

/** Lines of the frame. */
export function aboutLines({ country, currency, units, tone, facts }: PackedAbout): string[] {
  return [
    ...(country ? [`Country: ${COUNTRIES.of(country) ?? country}`] : []),
    ...(currency ? [`Currency: ${currency}`] : []),
    ...(units ? [`Units: ${UNITS[units]}`] : []),
    ...(tone ? [`Tone: ${TONES[tone]}`] : []),
    ...(facts ? [`In their own words: ${facts}`] : []),
  ];
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** Shows the person what was sent. */
export function aboutStep({ facts, ...about }: PackedAbout): RunStep {
  return { key: 'used_about', params: { ...about, characters: facts.length } };
}
