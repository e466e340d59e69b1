import type { PreparedClaim } from '../prepared.ts';

export const SEARCH_FORMS = {
  search_plan: {
    question: 'Which paint shops in Vienna open on Saturday, and until when?',
    queries: [
      'paint shops Vienna Saturday',
      'clay and lime paint for old walls',
      'colour advice, trade paint shop, Saturday',
    ],
  },
};

export const SEARCH_CLAIMS: readonly PreparedClaim[] = [
  {
    key: 'adler',
    page: 'Farben Adler: opening hours',
    text: 'Farben Adler in Neubau opens on Saturday from 9:00 to 17:00, the longest hours of these shops.',
    quote:
      'Farben Adler in Neubau opens on Saturday from 9:00 to 17:00, the longest hours of the paint shops on this page.',
  },
  {
    key: 'shades',
    page: 'Farben Adler: opening hours',
    text: 'It mixes 2,400 shades while you wait, sage green among them.',
    quote: 'The shop mixes 2,400 shades while you wait, sage green among them.',
  },
  {
    key: 'studio',
    page: 'Studio Farbton: colour advice',
    text: 'Studio Farbton in Mariahilf opens on Saturday from 10:00 to 16:00, with free colour advice.',
    quote:
      'Studio Farbton in Mariahilf opens on Saturday from 10:00 to 16:00 and gives half an hour of colour advice for free.',
  },
  {
    key: 'depot',
    page: 'Malerdepot West: a trade paint shop for everyone',
    text: 'Malerdepot West in Ottakring opens on Saturday from 7:30 to 12:00 and lends rollers and ladders.',
    quote:
      'Malerdepot West in Ottakring opens on Saturday from 7:30 to 12:00 and lends rollers and ladders with a deposit.',
  },
  {
    key: 'lime',
    page: 'Lehm & Kalk: paint for old walls',
    text: 'Lehm & Kalk in Josefstadt opens on Saturday from 10:00 to 14:00 and sells clay and lime paint.',
    quote:
      'Lehm & Kalk in Josefstadt opens on Saturday from 10:00 to 14:00 and sells clay and lime paint for old walls.',
  },
  {
    key: 'noon',
    page: 'Paint shops of Vienna compared',
    text: 'Most paint shops in Vienna close by noon on Saturday.',
    quote: 'Most paint shops in Vienna close by noon on Saturday; on Sunday none of them opens.',
  },
];
