import type { LanguageCode } from '#domain/languages.ts';

/** Phrases about the pages that the demo has read. */
export interface LibraryPhrases {
  /** Notice that its web is made up. */
  readonly madeUp: string;
  readonly found: string;
  /** Introduces an extract of a PDF. */
  readonly extract: string;
}

export const LIBRARY_PHRASES: Readonly<Record<LanguageCode, LibraryPhrases>> = {
  en: {
    madeUp: 'These pages were made up for the demo and come with Errand; their addresses lead nowhere.',
    found: 'What the pages say',
    extract: 'Extract',
  },
  de: {
    madeUp:
      'Diese Seiten sind für die Demo erfunden und liegen Errand bei; ihre Adressen führen nirgendwohin.',
    found: 'Was die Seiten sagen',
    extract: 'Auszug',
  },
  fr: {
    madeUp:
      'Ces pages ont été inventées pour la démonstration et sont fournies avec Errand ; leurs adresses ne mènent nulle part.',
    found: 'Ce que disent les pages',
    extract: 'Extrait',
  },
  it: {
    madeUp:
      'Queste pagine sono inventate per la demo e fanno parte di Errand; i loro indirizzi non portano da nessuna parte.',
    found: 'Che cosa dicono le pagine',
    extract: 'Estratto',
  },
  es: {
    madeUp:
      'Estas páginas se inventaron para la demostración y vienen con Errand; sus direcciones no llevan a ninguna parte.',
    found: 'Lo que dicen las páginas',
    extract: 'Extracto',
  },
  pt: {
    madeUp:
      'Estas páginas foram inventadas para a demonstração e vêm com o Errand; os seus endereços não levam a lugar nenhum.',
    found: 'O que dizem as páginas',
    extract: 'Excerto',
  },
  nl: {
    madeUp:
      'Deze pagina’s zijn voor de demo verzonnen en worden met Errand meegeleverd; hun adressen leiden nergens heen.',
    found: 'Wat de pagina’s zeggen',
    extract: 'Uittreksel',
  },
  zh: {
    madeUp: '这些网页是为演示虚构的，随 Errand 一起提供；它们的网址不通向任何地方。',
    found: '网页上的内容',
    extract: '摘录',
  },
  hi: {
    madeUp: 'ये पृष्ठ डेमो के लिए गढ़े गए हैं और Errand के साथ आते हैं; इनके पते कहीं नहीं ले जाते।',
    found: 'पृष्ठ क्या कहते हैं',
    extract: 'उद्धरण',
  },
  ar: {
    madeUp: 'هذه الصفحات مختلقة من أجل العرض التجريبي وتأتي مع Errand، وعناوينها لا تؤدي إلى أي مكان.',
    found: 'ما تقوله الصفحات',
    extract: 'مقتطف',
  },
  bn: {
    madeUp: 'এই পৃষ্ঠাগুলো ডেমোর জন্য বানানো এবং Errand-এর সঙ্গে আসে; এগুলোর ঠিকানা কোথাও নিয়ে যায় না।',
    found: 'পৃষ্ঠাগুলো যা বলে',
    extract: 'উদ্ধৃতাংশ',
  },
  ru: {
    madeUp:
      'Эти страницы придуманы для демонстрации и поставляются вместе с Errand; их адреса никуда не ведут.',
    found: 'Что говорят страницы',
    extract: 'Выдержки',
  },
  ja: {
    madeUp:
      'これらのページはデモのために作られた架空のもので、Errand に付属しています。アドレスはどこにもつながりません。',
    found: 'ページに書かれていること',
    extract: '抜粋',
  },
  pa: {
    madeUp: 'ਇਹ ਪੰਨੇ ਡੈਮੋ ਲਈ ਘੜੇ ਗਏ ਹਨ ਅਤੇ Errand ਦੇ ਨਾਲ ਆਉਂਦੇ ਹਨ; ਇਨ੍ਹਾਂ ਦੇ ਪਤੇ ਕਿਤੇ ਨਹੀਂ ਲੈ ਜਾਂਦੇ।',
    found: 'ਪੰਨੇ ਕੀ ਕਹਿੰਦੇ ਹਨ',
    extract: 'ਹਵਾਲੇ',
  },
  jv: {
    madeUp:
      'Kaca-kaca iki mung karangan kanggo demo lan wis ana ing Errand; alamaté ora tumuju menyang ngendi-endi.',
    found: 'Apa sing diomongaké kaca-kaca iku',
    extract: 'Cuplikan',
  },
  te: {
    madeUp: 'ఈ పేజీలు డెమో కోసం కల్పించినవి, Errandతో పాటు వస్తాయి; వాటి చిరునామాలు ఎక్కడికీ తీసుకెళ్లవు.',
    found: 'పేజీలు చెప్పేది',
    extract: 'సారాంశం',
  },
  mr: {
    madeUp: 'ही पाने डेमोसाठी रचलेली आहेत आणि Errand सोबत येतात; त्यांचे पत्ते कुठेही नेत नाहीत.',
    found: 'पाने काय सांगतात',
    extract: 'उतारा',
  },
  ta: {
    madeUp: 'இந்தப் பக்கங்கள் டெமோவுக்காகக் கற்பனையாக எழுதப்பட்டு Errand உடன் வருகின்றன; அவற்றின் முகவரிகள் எங்கும் செல்வதில்லை.',
    found: 'பக்கங்கள் சொல்வது',
    extract: 'சாரம்',
  },
  tr: {
    madeUp: 'Bu sayfalar demo için uyduruldu ve Errand ile birlikte gelir; adresleri hiçbir yere götürmez.',
    found: 'Sayfalar ne diyor',
    extract: 'Alıntılar',
  },
  ko: {
    madeUp:
      '이 페이지들은 데모를 위해 지어낸 것으로 Errand에 들어 있으며, 그 주소는 어디로도 이어지지 않습니다.',
    found: '페이지의 내용',
    extract: '발췌',
  },
  vi: {
    madeUp:
      'Các trang này được bịa ra cho bản demo và đi kèm với Errand; địa chỉ của chúng không dẫn đến đâu cả.',
    found: 'Các trang nói gì',
    extract: 'Trích đoạn',
  },
  ur: {
    madeUp: 'یہ صفحے ڈیمو کے لیے گھڑے گئے ہیں اور Errand کے ساتھ آتے ہیں؛ ان کے پتے کہیں نہیں لے جاتے۔',
    found: 'صفحے کیا کہتے ہیں',
    extract: 'اقتباسات',
  },
  gu: {
    madeUp: 'આ પાનાં ડેમો માટે ઘડેલાં છે અને Errand સાથે આવે છે; તેમનાં સરનામાં ક્યાંય લઈ જતાં નથી.',
    found: 'પાનાં શું કહે છે',
    extract: 'અવતરણો',
  },
  pl: {
    madeUp:
      'Te strony wymyślono na potrzeby wersji demo i są częścią Errand; ich adresy donikąd nie prowadzą.',
    found: 'Co mówią strony',
    extract: 'Wyciąg',
  },
  uk: {
    madeUp:
      'Ці сторінки вигадані для демонстрації та постачаються разом з Errand; їхні адреси нікуди не ведуть.',
    found: 'Що кажуть сторінки',
    extract: 'Витяг',
  },
  fa: {
    madeUp: 'این صفحه‌ها برای نسخهٔ نمایشی ساخته شده‌اند و همراه Errand می‌آیند؛ نشانی‌هایشان به جایی نمی‌رسد.',
    found: 'صفحه‌ها چه می‌گویند',
    extract: 'گزیده',
  },
  my: {
    madeUp:
      'ဤစာမျက်နှာများကို သရုပ်ပြရန် စိတ်ကူးဖြင့် ရေးထားပြီး Errand နှင့်အတူ ပါလာသည်။ ၎င်းတို့၏ လိပ်စာများသည် မည်သည့်နေရာသို့မျှ မရောက်ပါ။',
    found: 'စာမျက်နှာများက ဆိုသည်မှာ',
    extract: 'ကောက်နုတ်ချက်',
  },
  th: {
    madeUp: 'หน้าเหล่านี้แต่งขึ้นสำหรับการสาธิตและมาพร้อมกับ Errand ที่อยู่ของหน้าไม่ได้นำไปที่ใด',
    found: 'สิ่งที่หน้าเหล่านี้บอก',
    extract: 'ข้อความคัดลอก',
  },
};
