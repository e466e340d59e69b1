import { article, type SimulatedPage } from './page.ts';

/**
 * Pages of the simulated web about winter tyres. Each has facts found nowhere else, so that a test can tell from an
 * answer what was read; two of them disagree about the fine.
 */
export const TYRE_PAGES: readonly SimulatedPage[] = [
  article({
    at: 'law.example/winter-tyres',
    title: 'Winter tyres: the law in Austria',
    date: '2026-10-01',
    text: `<p>From 1 November to 15 April a car may be driven in wintry conditions only with winter tyres on all four wheels. Wintry conditions are snow, slush or ice on the road.</p>
<p>Winter tyres need a tread of at least 4 mm. A tyre with less counts as a summer tyre before the law.</p>
<p>Chains on at least two driven wheels are allowed as an alternative only where the road is covered with a closed layer of snow or ice.</p>`,
  }),
  article({
    at: 'motorclub.example/advice/winter',
    title: 'Motor club: how to choose winter tyres',
    date: '2026-09-12',
    text: `<p>Look for the mountain symbol with a snowflake on the tyre wall. It has been required for tyres made since 2018.</p>
<p>Our tests show that the braking distance on snow grows by 12 metres when the tread falls from 8 mm to 4 mm.</p>
<p>Winter tyres should be replaced after about eight years, whatever tread is left.</p>`,
  }),
  article({
    at: 'motorway.example/a22/equipment',
    title: 'A22 Brenner motorway: winter equipment',
    date: '2026-11-02',
    text: `<p>On the A22 between the Brenner and Affi, winter tyres or chains carried on board are required from 15 November to 15 April, whatever the weather.</p>
<p>The fine for driving without them starts at 87 euros.</p>`,
  }),
  article({
    at: 'province.example/strassen/winter',
    title: 'Winterausrüstung in Südtirol',
    language: 'de',
    date: '2025-11-10',
    text: `<p>Auf den Landesstraßen in Südtirol gilt die Pflicht zur Winterausrüstung vom 15. November bis 15. April nur dort, wo sie angeschildert ist.</p>
<p>Die Verwaltungsstrafe beträgt mindestens 41 Euro innerhalb geschlossener Ortschaften.</p>`,
  }),
  article({
    at: 'carhire.example/terms',
    title: 'Car hire terms',
    text: `<p>Our cars are delivered with a full tank. The excess of the insurance is 900 euros.</p>
<p>Equipment for winter can be ordered at the desk; it depends on what the station has in stock.</p>`,
  }),
  article({
    at: 'travel.example/bolzano-in-december',
    title: 'Driving to Bolzano in December',
    date: '2024-12-03',
    text: `<p>The drive from Vienna to Bolzano is about 560 kilometres and takes six hours without snow.</p>
<p>The pass road over the Brenner is closed to lorries on Saturdays in December, so the motorway is the better choice with winter tyres.</p>`,
  }),
];
