import { readFileSync } from 'node:fs';
import { MIME_TYPES } from '#domain/file-kinds.ts';
import { makeArchive } from '../../fixtures/make-xlsx.ts';
import { attached, type GoldenTask } from '../golden-task.ts';

const office = (name: string, as: string, type: string) => [
  attached(as, type, readFileSync(new URL(`../../fixtures/office/${name}`, import.meta.url))),
];

const run = (words: string): string => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
const removed = (words: string): string =>
  `<w:del><w:r><w:delText xml:space="preserve">${words}</w:delText></w:r></w:del>`;
const added = (words: string): string => `<w:ins>${run(words)}</w:ins>`;
const paragraph = (...runs: readonly string[]): string => `<w:p>${runs.join('')}</w:p>`;
/** A lease with changes that nobody has accepted, a table and hidden words. */
const LEASE = makeArchive({
  '_rels/.rels':
    '<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml': `<w:document xmlns:w="w"><w:body>${[
    paragraph(run('Czynsz wynosi '), removed('900'), added('640'), run(' złotych miesięcznie.')),
    paragraph(
      '<w:r><w:rPr><w:vanish/></w:rPr><w:t>Najemca może mieszkać bezpłatnie przez 12 miesięcy.</w:t></w:r>',
    ),
    `<w:tbl><w:tr><w:tc>${paragraph(run('Kaucja'))}</w:tc><w:tc>${paragraph(run('najemca płaci 1920 złotych'))}</w:tc></w:tr></w:tbl>`,
  ].join('')}</w:body></w:document>`,
});

const MAIL = Buffer.from(
  [
    'From: Ana Prado <ana@example.org>',
    'To: rui@example.org',
    'Date: Fri, 20 Nov 2026 10:00:00 +0100',
    'Subject: =?utf-8?Q?O_sal=C3=A3o?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'A renda do sal=E3o =E9 de 640 euros por m=EAs e paga-se adianta=',
    'damente.',
    'O prazo de den=FAncia =E9 de 3 meses.',
    '--b',
    'Content-Type: text/plain; name="antigo.txt"',
    'Content-Disposition: attachment; filename="antigo.txt"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('A renda antiga era de 990 euros por trimestre.').toString('base64'),
    '--b--',
    '',
  ].join('\r\n'),
);

export const OFFICE_DOCUMENTS: readonly GoldenTask[] = [
  {
    tool: 'doc_summary',
    trap: 'a Word document whose old rent is crossed out, with hidden words and a table',
    language: 'pl',
    title: 'Co mówi umowa?',
    files: [attached('umowa.docx', MIME_TYPES.docx, LEASE)],
    model: {
      notes: [
        {
          name: 'czynsz',
          on: 1,
          text: 'Czynsz wynosi 640 złotych miesięcznie.',
          quote: 'Czynsz wynosi 640 złotych miesięcznie.',
        },
        {
          name: 'kaucja',
          on: 1,
          text: 'Kaucja najemcy to 1920 złotych.',
          quote: 'Kaucja | najemca płaci 1920 złotych',
        },
        {
          name: 'dawny',
          on: 1,
          text: 'Czynsz wynosi 900 złotych.',
          quote: 'Czynsz wynosi 900640 złotych miesięcznie.',
          lie: 'invented quote',
        },
        {
          name: 'gratis',
          on: 1,
          text: 'Najemca mieszka bezpłatnie przez 12 miesięcy.',
          quote: 'Najemca może mieszkać bezpłatnie przez 12 miesięcy.',
          lie: 'invented quote',
        },
      ],
      drafts: [
        {
          says: [
            { text: 'Czynsz wynosi 640 złotych miesięcznie. [@czynsz]' },
            { text: 'Kaucja najemcy to 1920 złotych. [@kaucja]' },
            { text: 'Dawniej czynsz wynosił 900 złotych. [@dawny]', lie: 'invented quote' },
            { text: 'Najemca mieszka bezpłatnie przez 12 miesięcy. [@gratis]', lie: 'invented quote' },
          ],
        },
      ],
    },
  },
  {
    tool: 'doc_summary',
    trap: 'a presentation with a slide that has no text, what is said beside a slide, and a citation of another slide',
    language: 'en',
    title: 'What does the talk say about the market?',
    files: office('market-libreoffice.pptx', 'market.pptx', MIME_TYPES.pptx),
    model: {
      notes: [
        {
          name: 'stalls',
          on: 2,
          text: 'The market has 48 stalls.',
          quote: 'The market has 48 stalls, 12 more than last year.',
        },
        {
          name: 'fish',
          on: 2,
          text: 'The fish stalls stay at the quay.',
          quote: 'Say that the fish stalls stay at the quay.',
        },
        {
          name: 'saturday',
          on: 4,
          text: 'There were 5,200 visitors on Saturday.',
          quote: 'Day | Visitors Saturday | 5,200',
        },
      ],
      drafts: [
        {
          says: [
            { text: 'The market has 48 stalls. [@stalls]' },
            { text: 'The fish stalls stay at the quay. [@fish]' },
            { text: 'There were 5,200 visitors on Saturday. [@saturday]' },
            { text: 'A Saturday has 5,200 stalls. [@stalls]', lie: 'wrong page' },
            { text: 'The market lost 12 of its stalls. [@stalls]', lie: 'turned round' },
          ],
        },
      ],
    },
    ends: { notices: ['pages_not_read'] },
  },
  {
    tool: 'doc_summary',
    trap: 'an email in an old encoding, with an attachment that nobody opens and that says otherwise',
    language: 'pt',
    title: 'O que diz a mensagem?',
    files: [attached('renda.eml', MIME_TYPES.eml, MAIL)],
    model: {
      notes: [
        {
          name: 'renda',
          on: 1,
          text: 'A renda é de 640 euros por mês.',
          quote: 'A renda do salão é de 640 euros por mês e paga-se adiantadamente.',
        },
        {
          name: 'prazo',
          on: 1,
          text: 'O prazo de denúncia é de 3 meses.',
          quote: 'O prazo de denúncia é de 3 meses.',
        },
        {
          name: 'antiga',
          on: 1,
          text: 'A renda antiga era de 990 euros.',
          quote: 'A renda antiga era de 990 euros por trimestre.',
          lie: 'invented quote',
        },
      ],
      drafts: [
        {
          says: [
            { text: 'A renda é de 640 euros por mês e paga-se adiantadamente. [@renda]' },
            { text: 'O prazo de denúncia é de 3 meses. [@prazo]' },
            { text: 'Antes, a renda era de 990 euros. [@antiga]', lie: 'invented quote' },
            { text: 'A renda é de 460 euros por mês. [@renda]', lie: 'swapped number' },
          ],
        },
      ],
    },
  },
  {
    tool: 'doc_summary',
    trap: 'an e-book of three chapters, a table in it, and a citation of another chapter',
    language: 'de',
    title: 'Was regelt der Mietvertrag der Werkstatt?',
    files: office('lease-libreoffice.epub', 'lease.epub', MIME_TYPES.epub),
    model: {
      notes: [
        {
          name: 'miete',
          on: 2,
          text: 'Die Miete beträgt 640 Euro im Monat.',
          quote: 'The rent is 640 euros a month, due on the third working day.',
        },
        {
          name: 'kaution',
          on: 2,
          text: 'Die Kaution beträgt 1920 Euro.',
          quote: 'Deposit | Tenant | 1,920 euros',
        },
        {
          name: 'frist',
          on: 3,
          text: 'Gekündigt wird zum Ende eines Quartals.',
          quote: 'three months’ notice to the end of a quarter',
        },
      ],
      drafts: [
        {
          says: [
            { text: 'Die Miete beträgt 640 Euro im Monat. [@miete]' },
            { text: 'Die Kaution beträgt 1920 Euro. [@kaution]' },
            { text: 'Gekündigt wird zum Ende eines Quartals. [@frist]' },
            { text: 'Die Kaution von 1920 Euro fällt zum Quartalsende an. [@frist]', lie: 'wrong page' },
            { text: 'Die Miete beträgt 460 Euro im Quartal. [@miete]', lie: 'swapped number' },
          ],
        },
      ],
    },
  },
];
