import { makePdf } from '../../fixtures/make-pdf.ts';
import { attached, type GoldenTask } from '../golden-task.ts';

/** What hides an order from whoever opens the file, and not from a model: tag characters. */
const HIDDEN = '\u{E0049}\u{E0067}\u{E006E}';

/** Two offers, `東京自転車修理` for `48,000円` among them, as a Japanese spreadsheet saves it. */
const OFFER_SHIFT_JIS = Buffer.from(
  '935896bc2c8be08a7a2c94f58d6c0a938c8b9e8ea9935d8ed48f43979d2c2234382c303030897e222c9594956982f08adc82de0a89a1956c83548343834e838b2c2236312c353030897e222c9594956982cd95ca97bf8be082c582b70a',
  'hex',
);

/** Answers and reasonings: texts without sources, so what can be checked is language, form and completeness. */
export const ANSWERS: readonly GoldenTask[] = [
  {
    tool: 'answer',
    trap: 'a German card that is first written in English',
    language: 'de',
    title: 'Geburtstagskarte für Oma Hilde schreiben',
    model: {
      drafts: [
        {
          says: [
            {
              text: 'Dear Grandma, we all wish you the very best for your birthday and look forward to the party with you.',
              lie: 'wrong language',
            },
          ],
        },
        {
          says: [
            {
              text: 'Liebe Oma Hilde, wir alle wünschen dir zum Geburtstag das Beste und freuen uns sehr auf das Fest mit dir.',
            },
          ],
        },
      ],
    },
  },
  {
    tool: 'answer',
    trap: 'an Arabic text that hides characters and turns its direction round',
    language: 'ar',
    title: 'كتابة تهنئة بالعيد لجارتنا',
    model: {
      drafts: [
        {
          says: [
            {
              text: 'عيد سعيد\u202E يا جارتنا العزيزة،\u{E0049}\u{E0047} نتمنى لك ولأسرتك الصحة والسعادة في كل يوم.',
              shown: 'عيد سعيد يا جارتنا العزيزة، نتمنى لك ولأسرتك الصحة والسعادة في كل يوم.',
            },
          ],
        },
      ],
    },
    planted: [
      { lie: 'hidden characters', text: '\u202E' },
      { lie: 'hidden characters', text: '\u{E0049}' },
    ],
  },
  {
    tool: 'answer',
    trap: 'a Japanese text that is cut at its cap, and a continuation that repeats its last words',
    language: 'ja',
    title: '引っ越しの前にやることを教えて',
    model: {
      drafts: [
        {
          isCut: true,
          says: [
            {
              text: '引っ越しの前に、電気とガスと水道の会社に連絡して、使うのをやめる日を伝えて',
              shown: null,
            },
          ],
        },
        {
          says: [
            {
              text: '使うのをやめる日を伝えてください。それから郵便局に新しい住所を届けましょう。',
              shown:
                '引っ越しの前に、電気とガスと水道の会社に連絡して、使うのをやめる日を伝えてください。それから郵便局に新しい住所を届けましょう。',
            },
          ],
        },
      ],
    },
    planted: [{ lie: 'repeated words', text: '伝えて使うのを' }],
  },
  {
    tool: 'answer',
    trap: 'a model that cannot write Hindi, and is asked twice',
    language: 'hi',
    title: 'शादी के लिए बधाई संदेश लिखना',
    model: {
      drafts: [
        {
          says: [
            {
              text: 'We wish you both a long and happy life together, and hope that we will see you soon.',
              lie: 'wrong language',
            },
          ],
        },
      ],
    },
    ends: { notices: ['other_language'] },
  },
  {
    tool: 'answer',
    trap: 'a table in UTF-16 with hidden characters, a lease with a scanned page, and a text in a fence that is in English first',
    language: 'de',
    title: 'Der Vermieterin schreiben, was wir im März gezahlt haben',
    files: [
      attached(
        'Zahlungen\u202Evsc.csv',
        'text/csv',
        Buffer.from(
          `\ufeffTag;Zweck;Betrag\r\n05.03.2026;"Miete;${HIDDEN} kalt";1.190,00 €\r\n12.03.2026;Müll;(45,90 €)\r\n`,
          'utf16le',
        ),
      ),
      attached(
        'Mietvertrag.pdf',
        'application/pdf',
        makePdf(['Die Miete beträgt 1190 Euro und ist bis zum dritten Werktag zu zahlen.', '']),
      ),
    ],
    shows: ['1.190,00 €', '"Miete; kalt"', 'bis zum dritten Werktag', 'Name: Zahlungenvsc.csv'],
    model: {
      drafts: [
        {
          says: [
            { text: '```markdown\n', shown: null },
            {
              text: 'Dear landlady, in March we have paid the rent of 1190 euros for the flat, as it is written in the lease.',
              lie: 'wrong language',
            },
            { text: '\n```', shown: null },
          ],
        },
        {
          says: [
            { text: '```markdown\n', shown: null },
            {
              text: 'Liebe Frau Sommer, im März haben wir die Miete von 1190 Euro für die Wohnung gezahlt, wie es im Vertrag steht.',
            },
            { text: '\n```', shown: null },
          ],
        },
      ],
    },
    planted: [
      { lie: 'hidden characters', text: HIDDEN },
      { lie: 'hidden characters', text: '\u202E' },
    ],
    ends: { notices: ['file_pages_not_read'] },
  },
];

export const REASONINGS: readonly GoldenTask[] = [
  {
    tool: 'reasoning',
    trap: 'a model that thinks aloud',
    language: 'fr',
    title: 'Train ou voiture pour aller à Lyon à deux ?',
    model: {
      drafts: [
        {
          thinks: 'Hidden thinking about what the person wants to hear.',
          says: [
            { text: 'Prenez le train : il coûte 78 euros, la voiture en coûte 96.' },
            { text: '\n\n## Hypothèses\n\nVous voyagez à deux et le prix du litre est de 1,80 euro.' },
            { text: '\n\n## Étapes\n\nLe train coûte 2 × 39 = 78 euros, la voiture 72 + 24 = 96 euros.' },
            { text: '\n\n## Vérification\n\nAvec un carburant moins cher, le train reste le moins cher.' },
            { text: '\n\n## Confiance\n\nElle est élevée ; une troisième personne changerait tout.' },
          ],
        },
      ],
    },
    planted: [{ lie: 'hidden thoughts', text: 'Hidden thinking' }],
  },
  {
    tool: 'reasoning',
    trap: 'a section that is missing, and said to be',
    language: 'es',
    title: '¿Conviene comprar o alquilar la bicicleta?',
    model: {
      drafts: [
        {
          says: [
            { text: 'Conviene comprarla si la vas a usar más de 40 días.' },
            { text: '\n\n## Supuestos\n\nEl alquiler cuesta 12 euros al día y la bicicleta 480 euros.' },
            { text: '\n\n## Pasos\n\n480 / 12 = 40 días.' },
            { text: '\n\n## Confianza\n\nEs media, porque no se sabe cuánto dura la bicicleta.' },
          ],
        },
      ],
    },
    ends: { notices: ['missing_sections'] },
  },
  {
    tool: 'reasoning',
    trap: 'a Russian conclusion that is first written in English',
    language: 'ru',
    title: 'Купить или арендовать машину на лето?',
    model: {
      drafts: [
        {
          says: [
            {
              text: 'It is better to rent the car for the summer, because it will cost you less than half of the price.\n\n## Assumptions\n\nNone.\n\n## Steps\n\nOne.\n\n## Check\n\nDone.\n\n## Confidence\n\nHigh.',
              lie: 'wrong language',
            },
          ],
        },
        {
          says: [
            { text: 'Лучше арендовать машину на лето: это стоит меньше половины её цены.' },
            { text: '\n\n## Допущения\n\nМашина нужна только на 3 месяца.' },
            { text: '\n\n## Шаги\n\nАренда на 3 месяца стоит 90000 рублей, а машина стоит 900000 рублей.' },
            { text: '\n\n## Проверка\n\nДаже при вдвое большей цене аренда остаётся дешевле.' },
            { text: '\n\n## Уверенность\n\nВысокая, если машина не нужна зимой.' },
          ],
        },
      ],
    },
  },
  {
    tool: 'reasoning',
    trap: 'two offers in Shift-JIS and PDF whose headings are only in a fence, so that sections are missing',
    language: 'en',
    title: 'Which of the two repair offers should we take?',
    files: [
      attached('見積.csv', 'text/csv', OFFER_SHIFT_JIS),
      attached(
        'offer.pdf',
        'application/pdf',
        makePdf(['The second offer is 52,000 yen, with two years of warranty on all parts.']),
      ),
    ],
    shows: ['東京自転車修理', '48,000円', '52,000 yen', 'Name: 見積.csv'],
    model: {
      drafts: [
        {
          says: [
            {
              text: 'Take the second offer: it costs 4,000 yen more and has two years of warranty on all of its parts.',
            },
            { text: '\n\n## Assumptions\n\nBoth of the offers are for the same repair of the bicycle.' },
            { text: '\n\n```\n## Steps\n## Check\n```' },
            { text: '\n\n## Confidence\n\nIt is high; a warranty on the first offer would change it.' },
          ],
        },
      ],
    },
    ends: { notices: ['file_encoding', 'missing_sections'] },
  },
];
