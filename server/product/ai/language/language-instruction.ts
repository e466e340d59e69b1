import { type LanguageCode, language } from '#domain/languages.ts';

/**
 * "Write the whole answer in …" in the language itself: a model whose last instruction is in a language rarely
 * leaves it.
 */
const SENTENCES: Readonly<Record<LanguageCode, string>> = {
  en: 'Write the whole answer in English.',
  de: 'Schreibe die gesamte Antwort auf Deutsch.',
  fr: 'Rédige toute la réponse en français.',
  it: 'Scrivi tutta la risposta in italiano.',
  es: 'Escribe toda la respuesta en español.',
  pt: 'Escreva toda a resposta em português.',
  nl: 'Schrijf het hele antwoord in het Nederlands.',
  zh: '请用中文撰写整个回答。',
  hi: 'पूरा उत्तर हिन्दी में लिखें।',
  ar: 'اكتب الإجابة كلها باللغة العربية.',
  bn: 'পুরো উত্তরটি বাংলায় লিখুন।',
  ru: 'Напиши весь ответ на русском языке.',
  ja: '回答はすべて日本語で書いてください。',
  pa: 'ਪੂਰਾ ਜਵਾਬ ਪੰਜਾਬੀ ਵਿੱਚ ਲਿਖੋ।',
  jv: 'Tulisen kabèh wangsulané nganggo basa Jawa.',
  te: 'మొత్తం సమాధానాన్ని తెలుగులో రాయండి.',
  mr: 'संपूर्ण उत्तर मराठीत लिहा.',
  ta: 'முழுப் பதிலையும் தமிழில் எழுதவும்.',
  tr: 'Yanıtın tamamını Türkçe yaz.',
  ko: '답변 전체를 한국어로 작성하세요.',
  vi: 'Hãy viết toàn bộ câu trả lời bằng tiếng Việt.',
  ur: 'پورا جواب اردو میں لکھیں۔',
  gu: 'આખો જવાબ ગુજરાતીમાં લખો.',
  pl: 'Napisz całą odpowiedź po polsku.',
  uk: 'Напиши всю відповідь українською мовою.',
  fa: 'تمام پاسخ را به فارسی بنویس.',
  my: 'အဖြေတစ်ခုလုံးကို မြန်မာဘာသာဖြင့် ရေးပါ။',
  th: 'เขียนคำตอบทั้งหมดเป็นภาษาไทย',
};

export function languageSentence(code: LanguageCode): string {
  return SENTENCES[code];
}

/** The instruction in English, followed by the sentence in the language itself. */
export function languageInstruction(code: LanguageCode): string {
  const { englishName, ownName } = language(code);
  return [
    `Answer language: ${ownName} (${englishName}, ${code}). Quotations, code, names, and passages that the task itself wants in another language stay as they are.`,
    languageSentence(code),
  ].join('\n');
}
