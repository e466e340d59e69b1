/** How a page is called in the languages of answers, as far as all its forms begin. */
const PAGE =
  'page|seite|pagin|págin|页|頁|पृष्ठ|पेज|पन्न|पान|صفح|পৃষ্ঠা|পাতা|страниц|ページ|ਪੰਨ|ਸਫ਼|kaca|పేజీ|பக்க|sayfa|페이지|쪽|trang|પૃષ્ઠ|પાન|stron|сторін|စာမျက်နှာ|หน้า';

/** Where a text says how many pages the document has: a number that code has counted. */
export const pageCount = (of: number): RegExp =>
  new RegExp(`(?<![\\d.,:-])${of}(?=[\\s-]?(?:${PAGE}))`, 'giu');
