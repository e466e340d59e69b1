/** Times of day in the notations of several languages: `17.30 Uhr`, `19 h 12`, `5:30 p.m.` */

const RANGE = String.raw`(?:\s?(?:[-–—]|to|bis|à|a|e|y|alle|às|tot|do|до)\s?\d{1,2}[.:]\d{2})?`;
const HOUR = String.raw`(?:uhr|uur|heures?|horas?|hrs?|h|godz\.?|час(?:ов|а)?|ч)(?!\p{L})`;
const HALF = String.raw`[ap]\.?\s?m\.?(?!\p{L})`;
const WITH_POINT = new RegExp(
  String.raw`(?<![\d.,])(\d{1,2})\.([0-5]\d)(?=${RANGE}\s?(?:${HOUR}|${HALF}))`,
  'giu',
);
const WITH_LETTER = /(?<![\d.,])(\d{1,2})\s?h\s?([0-5]\d)(?!\d)/giu;

const AFTER = new RegExp(String.raw`^\s?(?:${HOUR}|o['’]clock)`, 'iu');
const BEFORE = /(?<!\p{L})(?:ore|godz\.?|o godzinie)\s$/iu;
const MORNING = new RegExp(
  String.raw`^\s?(?:${HOUR}\s?)?(?:a\.?\s?m\.?(?!\p{L})|in the morning|morgens|vormittags|du matin|de la mañana|d[ei]l? mattin[ao]|da manhã|['’]s (?:och|mor)|rano|утра)`,
  'iu',
);
const EVENING = new RegExp(
  String.raw`^\s?(?:${HOUR}\s?)?(?:p\.?\s?m\.?(?!\p{L})|in the (?:afternoon|evening)|at night|abends|nachmittags|nachts|du soir|de l['’]après-midi|de la (?:tarde|noche)|di sera|della sera|del pomeriggio|da (?:tarde|noite)|['’]s (?:avonds|middags)|wieczorem|po południu|вечера|дня)`,
  'iu',
);

/** Rewrites times as `17:30`, keeping the text's length, so that each is one number. */
export function withColons(text: string): string {
  return text
    .replace(WITH_POINT, '$1:$2')
    .replace(WITH_LETTER, (whole, hour: string, minute: string) => `${hour}:${minute}`.padEnd(whole.length));
}

/**
 * Minutes since midnight if a number is a time of day, given as written with the text before and after it;
 * otherwise undefined.
 */
export function clockOf(
  number: string,
  { before, after }: { before: string; after: string },
): number | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?::([0-5]\d))?$/.exec(number) ?? [];
  const hour = Number(hours);
  if (hours === undefined || hour > 24) return undefined;
  const [isMorning, isEvening] = [MORNING.test(after), EVENING.test(after)];
  const isTime = number.includes(':') || isMorning || isEvening || AFTER.test(after) || BEFORE.test(before);
  if (!isTime) return undefined;
  const half = isEvening && hour < 12 ? 12 : isMorning && hour === 12 ? -12 : 0;
  return (hour + half) * 60 + Number(minutes);
}
