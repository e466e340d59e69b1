/**
 * Measures by symbols and stems of their names, in the languages of answers in Latin, Greek and Cyrillic
 * script. `m`, `g`, `s`, `t` and `h` alone are ambiguous.
 */
const MEASURES: readonly (readonly [measure: string, names: RegExp])[] = [
  [
    'second',
    /^(?:seconds?|sec|sekund\p{L}*|secondes?|segundos?|second[oi]|seconden?|секунд\p{L}*|saniye)(?!\p{L})/iu,
  ],
  ['minute', /^(?:minutes?|min|mins|minut\p{L}*|хвилин\p{L}*|минут\p{L}*|dakika)(?!\p{L})/iu],
  [
    'hour',
    /^(?:hours?|hrs?|stunden?|std|heures?|horas?|or[ae]|uur|uren|godzin\p{L}*|час(?:а|ов|ы)?|годин\p{L}*|saat)(?!\p{L})/iu,
  ],
  [
    'day',
    /^(?:days?|tage?n?|jours?|d[ií]as?|giorn[oi]|dag|dagen|dni|dzie[nń]|дн(?:я|ей|і|ів)|день|gün)(?!\p{L})/iu,
  ],
  [
    'week',
    /^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|tygod\p{L}*|недел\p{L}*|тиж\p{L}*|hafta)(?!\p{L})/iu,
  ],
  [
    'month',
    /^(?:months?|monate?n?|mois|mes(?:es|i|e)?|m[eê]s|maand(?:en)?|miesi[aą]\p{L}*|месяц\p{L}*|місяц\p{L}*|ay)(?!\p{L})/iu,
  ],
  [
    'year',
    /^(?:years?|jahre?n?|ans?|années?|años?|ann[oi]|anos?|jaar|jaren|rok\p{L}{0,2}|lata?|лет|год(?:а|ів|ы)?|рок(?:и|ів|у)|yıl)(?!\p{L})/iu,
  ],
  ['millimetre', /^(?:mm|millim\p{L}+|milím\p{L}+|milim\p{L}+|мм)(?!\p{L})/iu],
  ['centimetre', /^(?:cm|[cz]entim\p{L}+|centím\p{L}+|centym\p{L}+|см)(?!\p{L})/iu],
  ['metre', /^(?:met(?:re|er)s?|metern?|mètres?|metros?|metr[oióy]w?|метр\p{L}*)(?!\p{L})/iu],
  [
    'kilometre',
    /^(?:km|kms|kilom\p{L}+|kilóm\p{L}+|quilóm\p{L}+|quilôm\p{L}+|chilom\p{L}+|км|километр\p{L}*|кілометр\p{L}*)(?![\p{L}/²³])/iu,
  ],
  [
    'mile',
    /^(?:miles?|meilen?|milles|millas?|migli[ao]|milhas?|mijl(?:en)?|mil[ei]|миль|мил[иья])(?!\p{L})/iu,
  ],
  ['foot', /^(?:ft|feet|foot)(?!\p{L})/iu],
  ['gram', /^(?:grams?|gramm|grammes?|gramos?|gramm[oi]|gramas?|gram(?:ów|y|men)?|грамм\p{L}*)(?!\p{L})/iu],
  ['kilogram', /^(?:kg|kilos?|kilogr\p{L}+|quilos?|chil[oi]|кг|килограмм\p{L}*)(?!\p{L})/iu],
  ['tonne', /^(?:tonn?e?s?|tonnen|tonnes|toneladas?|tonnellat[ae]|ton|тонн\p{L}*)(?!\p{L})/iu],
  ['litre', /^(?:lit(?:re|er)s?|litern?|litros?|litr[oióy]w?|литр\p{L}*)(?!\p{L})/iu],
  [
    'degree',
    /^(?:°|degrees?|grad|degrés?|grados?|grad[oi]|graus?|graden|stopni\p{L}*|градус\p{L}*)(?!\p{L})/iu,
  ],
];

/** Measure whose name starts a text; undefined if unknown. */
export const measureAt = (after: string): string | undefined =>
  MEASURES.find(([, names]) => names.test(after))?.[0];
