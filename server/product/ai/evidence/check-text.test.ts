import { describe, expect, it } from 'vitest';
import { pageCount } from '../tools/doc-summary/deliver.ts';
import { checkText } from './check-text.ts';

function unverifiedIn(text: string, of = 50): readonly string[] {
  const options = { claims: [], language: 'en', given: ['Fines of 2026'], today: '2026-11-23' };
  return checkText(text, { ...options, free: pageCount(of) }).unverified;
}

it.each(['The fine is 23 euros.', 'Prices rose by 11 percent.', 'Tyres cost 50 euros.'])(
  'today and the page count do not support any other number: %s',
  (sentence) => {
    expect(unverifiedIn(sentence)).toHaveLength(1);
  },
);

it.each([
  'This is the state of 23 November 2026.',
  'Stand: 23.11.2026.',
  'Das ist der Stand vom 23. November 2026.',
  'The document has 50 pages.',
  'Das Dokument hat 50 Seiten.',
  'Документ содержит 50 страниц.',
  '全部で50ページあります。',
  'تحتوي الوثيقة على ٥٠ صفحة.',
])('today as a date and the page count as such need no source: %s', (sentence) => {
  expect(unverifiedIn(sentence)).toEqual([]);
});

describe('counts sentences without a source', () => {
  const unsourcedIn = (text: string, language = 'en', open: readonly string[] = []): number => {
    const claim = {
      id: 'c1',
      source: 's1',
      text: 'Winter tyres need a tread of at least 4 mm',
      quote: 'Winter tyres need a tread of at least 4 mm',
      around: '',
      verdict: 'exact',
      answers: [],
    } as const;
    return checkText(text, {
      claims: [claim],
      language,
      given: ['Leave on 5 May'],
      today: '2026-11-23',
      open,
    }).unsourced;
  };

  it.each([
    ['Winter tyres are a good idea anyway. They also last longer than others.', 'en', 2],
    ['Winter tyres need a tread of 4 mm [c1]. Everybody in the valley knows that.', 'en', 1],
    ['Die Miete ist z. B. im Voraus zu zahlen. Der Vermieter darf sie später erhöhen.', 'de', 2],
    ['冬季轮胎在山区是必须使用的。司机应当提前更换轮胎以保证安全。', 'zh', 2],
    ['ยางฤดูหนาวจำเป็นต้องใช้บนถนนภูเขาในฤดูหนาว', 'th', 1],
    ['الإطارات الشتوية ضرورية على الطرق الجبلية في الشتاء. يجب على السائق تغييرها قبل السفر.', 'ar', 2],
    ['- Chains have to be in the car\n- The police may check them at any time', 'en', 2],
    ['| Place | What |\n| --- | --- |\n| The Brenner motorway | chains must be in the car |', 'en', 1],
  ])('%s', (text, language, count) => {
    expect(unsourcedIn(text, language)).toBe(count);
  });

  it.each([
    'Winter tyres need a tread of 4 mm [c1].',
    'Tyres need a tread of 40 mm everywhere [c1].',
    'You leave with your car on 5 May.',
    '## What the law asks of every driver\n\nWhat every driver should know of it\n---',
    '- ### What the law asks of every driver',
    'Do winter tyres really need such a tread?',
    '**“Do winter tyres really need such a tread?”**',
    'In short:\n\nThis matters most.',
    '| The town and its region | What the police there ask for |\n|---|:-:|',
    'About alpine tyres on the hire car nothing was found.',
  ])('except for those that need none: %j', (text) => {
    expect(unsourcedIn(text, 'en', ['Whether the hire car has alpine tyres'])).toBe(0);
  });

  it('except for questions in other scripts', () => {
    expect(unsourcedIn('هل الإطارات الشتوية ضرورية على الطرق الجبلية؟', 'ar')).toBe(0);
    expect(unsourcedIn('冬季轮胎在山区是必须使用的吗？', 'zh')).toBe(0);
  });
});
