import { describe, expect, it } from 'vitest';
import { contradicts } from './contradicts.ts';
import { guessLanguage } from './guess-language.ts';

const isTurned = (language: string, sentence: string, quote: string, other = language): boolean =>
  contradicts({ text: sentence, language }, [{ text: quote, language: other }]);

describe('detects that a sentence contradicts its quote', () => {
  it.each([
    ['en', 'Sales rose by 12 % in 2025', 'Sales fell by 12 % in 2025'],
    ['en', 'The rent dropped to 900 euros', 'The rent increased to 900 euros a month'],
    ['en', 'More than 500 people came', 'Fewer than 500 people came to the fair'],
    ['en', 'The deposit is at most 2 months of rent', 'The deposit is at least two months of rent'],
    ['en', 'More than 500 people came', 'No more than 500 people came to the fair'],
    ['en', 'Unemployment rose by 2 %', 'Unemployment fell by 2 % in 2025'],
    ['en', 'The flat is furnished', 'The flat is let unfurnished and without a kitchen'],
    ['en', 'The flat is let unfurnished', 'The furnished flat has two rooms'],
    ['en', 'The flat comes with a kitchen', 'The flat is let without a kitchen'],
    ['en', 'Pets are allowed', 'No pets are allowed in the flat'],
    ['en', 'Dogs are welcome on the beach', 'Dogs are not allowed on the beach in summer'],
    ['en', 'Claims are possible no earlier than 30 June', 'Claims must come no later than 30 June'],
    ['en', 'The lease runs for 18 years', 'The lease runs for another 18 months'],
    ['en', 'The walk takes five minutes', 'The walk takes about five hours for most'],
    ['en', 'She won three medals at the games', 'She won two medals at the games'],
    ['en', 'Nine of ten dentists agree', 'Nine of twenty dentists agree with it'],
    ['de', 'Das Haus hat vier Zimmer', 'Das Haus hat 5 Zimmer und einen Garten'],
    ['fr', 'Il y a trois piscines', 'Il y a deux piscines et un sauna'],
    ['en', 'Homes cost 14 per cent more', 'Homes cost 14 per cent less than in the year before'],
    ['de', 'Die Exporte nahmen um 3,7 Prozent ab', 'Die Exporte legten im Mai um 3,7 Prozent zu'],
    ['de', 'Der Umsatz stieg um 12 %', 'Der Umsatz ist 2025 um 12 % gesunken'],
    ['de', 'Der Umsatz ist zurückgegangen', 'Ein Anstieg des Umsatzes war 2025 zu sehen'],
    ['de', 'Es kamen mehr als 500 Leute', 'Es kamen weniger als 500 Leute'],
    ['de', 'Die Wohnung hat eine Heizung', 'Die Wohnung wird ohne Heizung vermietet'],
    ['de', 'Die Wohnung ist möbliert', 'Die Wohnung wird unmöbliert vermietet'],
    ['fr', 'Les ventes ont augmenté de 12 %', 'Les ventes ont baissé de 12 % en 2025'],
    ['fr', 'Le logement a une cuisine', 'Le logement est loué sans cuisine'],
    ['es', 'Las ventas subieron un 12 %', 'Las ventas cayeron un 12 % en 2025'],
    ['es', 'El piso se entrega con muebles', 'El piso se entrega sin muebles'],
    ['it', 'Le vendite sono cresciute del 12 %', 'Le vendite sono calate del 12 %'],
    ['pt', 'As vendas caíram 12 %', 'As vendas cresceram 12 % em 2025'],
    ['nl', 'De omzet steeg met 12 %', 'De omzet is met 12 % gedaald'],
    ['pl', 'Sprzedaż wzrosła o 12 %', 'Sprzedaż spadła o 12 % w 2025'],
    ['ru', 'Продажи выросли на 12 %', 'Продажи упали на 12 % в 2025 году'],
  ])('in %s: %s, by: %s', (language, sentence, quote) => {
    expect(isTurned(language, sentence, quote)).toBe(true);
  });

  it.each([
    ['de', 'Der Umsatz stieg um 12 %', 'en', 'Sales fell by 12 % in 2025'],
    ['en', 'Up to 500 people came', 'fr', 'Il y avait plus de 500 personnes'],
  ])('in %s, for a quote in another language: %s', (language, sentence, other, quote) => {
    expect(isTurned(language, sentence, quote, other)).toBe(true);
  });
});

describe('accepts a sentence', () => {
  it.each([
    ['en', 'Sales rose by 12 %', 'Sales increased by 12 % while costs fell'],
    ['en', 'Sales fell although demand increased', 'Sales dropped by 12 % in 2025'],
    ['en', 'Sales were 12 % higher', 'Sales fell short of the plan and were 12 % higher'],
    ['en', 'Sales did not rise', 'Sales fell by 12 % in 2025'],
    ['en', 'Rose Miller runs the shop', 'The shop that fell to Miller is in the centre'],
    ['en', 'In the fall of 2025, prices increased', 'Prices increased in autumn 2025'],
    ['en', 'No more than 500 people came', 'At most 500 people came'],
    ['en', 'You have to be at least 16', 'Children under 16 are not admitted'],
    ['en', 'Prices fell in spring', 'Prices did not rise in spring as they did before'],
    ['en', 'No fewer than 500 people came', 'More than 500 people came'],
    ['en', 'The flat is not furnished', 'The flat is let unfurnished'],
    ['en', 'Dogs are welcome in winter', 'Dogs are not allowed on the beach except in winter'],
    ['en', 'The walk takes 90 minutes', 'The walk takes 90 min, the tour 5 hours'],
    ['en', 'The lease runs for 18 months', 'The lease runs for 18 calendar months'],
    ['en', 'Eight people are needed at least', 'Courses with fewer than eight people are cancelled'],
    ['de', 'Handgepäck ist bis 8 Kilo erlaubt', 'Handgepäck darf nicht schwerer als 8 kg sein'],
    ['en', 'Pets are forbidden, and no exceptions are made for cats', 'No pets are allowed'],
    [
      'en',
      'The kitchen costs 900 euros',
      'Without a kitchen the flat is 800 euros, the kitchen is 900 euros',
    ],
    ['en', 'The United Nations grew', 'The nations grew'],
    ['en', 'You can pay later', 'Pay no later than 5 May'],
    ['de', 'Der Umsatz wuchs um 12 %', 'Der Umsatz hat um 12 % zugenommen'],
    ['de', 'Den Abnehmern hat das Haus gefallen', 'Die Preise der Abnehmer sind hoch'],
    ['de', 'Die Wohnung ist nicht möbliert', 'Die Wohnung wird unmöbliert vermietet'],
    ['de', 'Die Unternehmen zahlen selbst', 'Die Nehmer zahlen selbst'],
    ['es', 'El piso no tiene muebles', 'El piso se entrega sin muebles'],
    ['fr', 'Au plus tard le 5 mai, plus de 500 euros', 'Au moins 500 euros'],
    ['ru', 'Не более 500 человек', 'Менее 500 человек пришли'],
    ['ja', '売上は12%増加した', 'Sales fell by 12 %'],
  ])('in %s: %s, by: %s', (language, sentence, quote) => {
    expect(isTurned(language, sentence, quote)).toBe(false);
  });

  it('that one of several quotes supports', () => {
    const quotes = ['Sales fell in spring', 'In autumn, sales rose again'].map((text) => ({
      text,
      language: guessLanguage(text) ?? 'en',
    }));
    expect(contradicts({ text: 'Sales rose in autumn', language: 'en' }, quotes)).toBe(false);
  });

  it.each([
    ['en', 'Three rooms were renovated', 'Three of the nine rooms were renovated in May'],
    ['en', 'There are two pools', 'There is one pool indoors, and another one outside'],
    ['en', 'The two doors are locked', 'Of the 4 doors, 2 are locked at night'],
    ['de', 'Kinder unter sechs Jahren zahlen nichts', 'Kinder bis fünf Jahre zahlen nichts'],
    ['de', 'Es sind drei Zimmer', 'Die Wohnung hat 3 Zimmer und zwei Balkone'],
  ])('in %s: %s, by: %s', (language, sentence, quote) => {
    expect(isTurned(language, sentence, quote)).toBe(false);
  });
});
