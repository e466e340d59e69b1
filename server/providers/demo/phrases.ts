import type { LanguageCode } from '#domain/languages.ts';

/**
 * Fixed phrases of the demo provider. Names of categories, priorities and timeframes stay as the interface shows
 * them.
 */
export interface DemoPhrases {
  /** Heading that says that this isn't a model's work. */
  readonly label: string;
  readonly facts: string;
  readonly project: string;
  readonly otherTasks: string;
  readonly wish: string;
  readonly model: string;
  readonly modelText: string;
  readonly connect: string;
  readonly connectText: string;
}

export const DEMO_PHRASES: Readonly<Record<LanguageCode, DemoPhrases>> = {
  en: {
    label: 'Demo result – no AI model is connected. The text below is assembled mechanically.',
    facts: 'What is known about the task',
    project: 'Project',
    otherTasks: 'Other tasks in the project',
    wish: 'What you added',
    model: 'What a connected model would do',
    modelText: 'It would read all of this and write the finished result here, in English.',
    connect: 'How to connect a model',
    connectText:
      'Put `AI_BASE_URL` and `AI_API_KEY` into the file `.env` and start the server again. A model on your own computer works as well.',
  },
  de: {
    label:
      'Demo-Ergebnis – es ist kein KI-Modell verbunden. Der folgende Text ist mechanisch zusammengesetzt.',
    facts: 'Was über die Aufgabe bekannt ist',
    project: 'Projekt',
    otherTasks: 'Andere Aufgaben im Projekt',
    wish: 'Was du hinzugefügt hast',
    model: 'Was ein verbundenes Modell tun würde',
    modelText: 'Es würde all das lesen und hier das fertige Ergebnis auf Deutsch schreiben.',
    connect: 'So verbindest du ein Modell',
    connectText:
      'Trage `AI_BASE_URL` und `AI_API_KEY` in die Datei `.env` ein und starte den Server neu. Auch ein Modell auf dem eigenen Rechner ist möglich.',
  },
  fr: {
    label:
      'Résultat de démonstration – aucun modèle d’IA n’est connecté. Le texte ci-dessous est assemblé mécaniquement.',
    facts: 'Ce que l’on sait de la tâche',
    project: 'Projet',
    otherTasks: 'Autres tâches du projet',
    wish: 'Ce que vous avez ajouté',
    model: 'Ce que ferait un modèle connecté',
    modelText: 'Il lirait tout cela et écrirait ici le résultat final, en français.',
    connect: 'Comment connecter un modèle',
    connectText:
      'Inscrivez `AI_BASE_URL` et `AI_API_KEY` dans le fichier `.env`, puis redémarrez le serveur. Un modèle sur votre propre ordinateur convient aussi.',
  },
  it: {
    label:
      'Risultato dimostrativo – nessun modello di IA è collegato. Il testo che segue è composto meccanicamente.',
    facts: 'Che cosa si sa dell’attività',
    project: 'Progetto',
    otherTasks: 'Altre attività del progetto',
    wish: 'Che cosa hai aggiunto',
    model: 'Che cosa farebbe un modello collegato',
    modelText: 'Leggerebbe tutto questo e scriverebbe qui il risultato finito, in italiano.',
    connect: 'Come collegare un modello',
    connectText:
      'Inserisci `AI_BASE_URL` e `AI_API_KEY` nel file `.env` e riavvia il server. Va bene anche un modello sul tuo computer.',
  },
  es: {
    label:
      'Resultado de demostración: no hay ningún modelo de IA conectado. El texto siguiente está compuesto de forma mecánica.',
    facts: 'Lo que se sabe de la tarea',
    project: 'Proyecto',
    otherTasks: 'Otras tareas del proyecto',
    wish: 'Lo que has añadido',
    model: 'Lo que haría un modelo conectado',
    modelText: 'Leería todo esto y escribiría aquí el resultado terminado, en español.',
    connect: 'Cómo conectar un modelo',
    connectText:
      'Escribe `AI_BASE_URL` y `AI_API_KEY` en el archivo `.env` y reinicia el servidor. También sirve un modelo en tu propio ordenador.',
  },
  pt: {
    label:
      'Resultado de demonstração – nenhum modelo de IA está conectado. O texto abaixo é montado mecanicamente.',
    facts: 'O que se sabe sobre a tarefa',
    project: 'Projeto',
    otherTasks: 'Outras tarefas do projeto',
    wish: 'O que você acrescentou',
    model: 'O que um modelo conectado faria',
    modelText: 'Ele leria tudo isto e escreveria aqui o resultado pronto, em português.',
    connect: 'Como conectar um modelo',
    connectText:
      'Coloque `AI_BASE_URL` e `AI_API_KEY` no arquivo `.env` e reinicie o servidor. Um modelo no seu próprio computador também serve.',
  },
  nl: {
    label: 'Demoresultaat – er is geen AI-model verbonden. De onderstaande tekst is mechanisch samengesteld.',
    facts: 'Wat er over de taak bekend is',
    project: 'Project',
    otherTasks: 'Andere taken in het project',
    wish: 'Wat je hebt toegevoegd',
    model: 'Wat een verbonden model zou doen',
    modelText: 'Het zou dit allemaal lezen en hier het voltooide resultaat in het Nederlands schrijven.',
    connect: 'Zo verbind je een model',
    connectText:
      'Zet `AI_BASE_URL` en `AI_API_KEY` in het bestand `.env` en start de server opnieuw. Een model op je eigen computer werkt ook.',
  },
  zh: {
    label: '演示结果——未连接任何 AI 模型。以下文字由程序机械拼合而成。',
    facts: '关于此任务的已知信息',
    project: '项目',
    otherTasks: '项目中的其他任务',
    wish: '您补充的内容',
    model: '连接模型后会做什么',
    modelText: '模型会阅读以上全部内容，并在这里用中文写出完成的结果。',
    connect: '如何连接模型',
    connectText:
      '在 `.env` 文件中填写 `AI_BASE_URL` 和 `AI_API_KEY`，然后重新启动服务器。也可以使用您自己电脑上的模型。',
  },
  hi: {
    label: 'डेमो परिणाम – कोई AI मॉडल जुड़ा नहीं है। नीचे का पाठ यांत्रिक रूप से जोड़ा गया है।',
    facts: 'कार्य के बारे में क्या पता है',
    project: 'परियोजना',
    otherTasks: 'परियोजना के अन्य कार्य',
    wish: 'आपने क्या जोड़ा',
    model: 'जुड़ा हुआ मॉडल क्या करेगा',
    modelText: 'वह यह सब पढ़कर यहाँ तैयार परिणाम हिन्दी में लिखेगा।',
    connect: 'मॉडल कैसे जोड़ें',
    connectText:
      '`.env` फ़ाइल में `AI_BASE_URL` और `AI_API_KEY` लिखें और सर्वर को फिर से शुरू करें। आपके अपने कंप्यूटर का मॉडल भी चलेगा।',
  },
  ar: {
    label: 'نتيجة تجريبية – لا يوجد نموذج ذكاء اصطناعي متصل. النص أدناه مُجمَّع آليًا.',
    facts: 'ما هو معروف عن المهمة',
    project: 'المشروع',
    otherTasks: 'مهام أخرى في المشروع',
    wish: 'ما أضفته',
    model: 'ما الذي كان سيفعله نموذج متصل',
    modelText: 'كان سيقرأ كل هذا ويكتب هنا النتيجة النهائية باللغة العربية.',
    connect: 'كيفية توصيل نموذج',
    connectText:
      'ضع `AI_BASE_URL` و`AI_API_KEY` في الملف `.env` ثم أعد تشغيل الخادم. ويمكن أيضًا استخدام نموذج على جهازك.',
  },
  bn: {
    label: 'ডেমো ফলাফল – কোনো এআই মডেল সংযুক্ত নেই। নিচের লেখাটি যান্ত্রিকভাবে সাজানো।',
    facts: 'কাজটি সম্পর্কে যা জানা আছে',
    project: 'প্রকল্প',
    otherTasks: 'প্রকল্পের অন্যান্য কাজ',
    wish: 'আপনি যা যোগ করেছেন',
    model: 'সংযুক্ত মডেল যা করত',
    modelText: 'এটি এই সব পড়ে এখানে বাংলায় সম্পূর্ণ ফলাফল লিখত।',
    connect: 'কীভাবে মডেল সংযুক্ত করবেন',
    connectText:
      '`.env` ফাইলে `AI_BASE_URL` ও `AI_API_KEY` লিখে সার্ভারটি আবার চালু করুন। আপনার নিজের কম্পিউটারের মডেলও চলবে।',
  },
  ru: {
    label: 'Демонстрационный результат – модель ИИ не подключена. Текст ниже составлен механически.',
    facts: 'Что известно о задаче',
    project: 'Проект',
    otherTasks: 'Другие задачи проекта',
    wish: 'Что вы добавили',
    model: 'Что сделала бы подключённая модель',
    modelText: 'Она прочитала бы всё это и написала бы здесь готовый результат на русском языке.',
    connect: 'Как подключить модель',
    connectText:
      'Укажите `AI_BASE_URL` и `AI_API_KEY` в файле `.env` и перезапустите сервер. Подойдёт и модель на вашем компьютере.',
  },
  ja: {
    label: 'デモの結果 – AIモデルは接続されていません。以下の文章は機械的に組み立てたものです。',
    facts: 'このタスクについてわかっていること',
    project: 'プロジェクト',
    otherTasks: 'プロジェクト内のほかのタスク',
    wish: '追加された指示',
    model: 'モデルを接続するとできること',
    modelText: 'モデルはこれらをすべて読み、完成した結果をここに日本語で書きます。',
    connect: 'モデルの接続方法',
    connectText:
      '`.env` ファイルに `AI_BASE_URL` と `AI_API_KEY` を書き、サーバーを再起動してください。ご自分のパソコン上のモデルも使えます。',
  },
  pa: {
    label: 'ਡੈਮੋ ਨਤੀਜਾ – ਕੋਈ AI ਮਾਡਲ ਜੁੜਿਆ ਨਹੀਂ ਹੈ। ਹੇਠਲਾ ਪਾਠ ਮਸ਼ੀਨੀ ਢੰਗ ਨਾਲ ਜੋੜਿਆ ਗਿਆ ਹੈ।',
    facts: 'ਕੰਮ ਬਾਰੇ ਕੀ ਪਤਾ ਹੈ',
    project: 'ਪ੍ਰੋਜੈਕਟ',
    otherTasks: 'ਪ੍ਰੋਜੈਕਟ ਦੇ ਹੋਰ ਕੰਮ',
    wish: 'ਤੁਸੀਂ ਕੀ ਜੋੜਿਆ',
    model: 'ਜੁੜਿਆ ਹੋਇਆ ਮਾਡਲ ਕੀ ਕਰੇਗਾ',
    modelText: 'ਉਹ ਇਹ ਸਭ ਪੜ੍ਹ ਕੇ ਇੱਥੇ ਪੰਜਾਬੀ ਵਿੱਚ ਤਿਆਰ ਨਤੀਜਾ ਲਿਖੇਗਾ।',
    connect: 'ਮਾਡਲ ਕਿਵੇਂ ਜੋੜਨਾ ਹੈ',
    connectText:
      '`.env` ਫਾਈਲ ਵਿੱਚ `AI_BASE_URL` ਅਤੇ `AI_API_KEY` ਲਿਖੋ ਅਤੇ ਸਰਵਰ ਮੁੜ ਚਾਲੂ ਕਰੋ। ਤੁਹਾਡੇ ਆਪਣੇ ਕੰਪਿਊਟਰ ਦਾ ਮਾਡਲ ਵੀ ਚੱਲੇਗਾ।',
  },
  jv: {
    label: 'Asil demo – ora ana modhèl AI sing kasambung. Tulisan ing ngisor iki dirakit kanthi mekanis.',
    facts: 'Apa sing dingertèni babagan tugas iki',
    project: 'Proyèk',
    otherTasks: 'Tugas liyané ing proyèk iki',
    wish: 'Apa sing sampeyan tambahaké',
    model: 'Apa sing bakal ditindakaké modhèl sing kasambung',
    modelText: 'Modhèl iku bakal maca kabèh iki lan nulis asil sing wis dadi ing kéné nganggo basa Jawa.',
    connect: 'Carané nyambungaké modhèl',
    connectText:
      'Tulisen `AI_BASE_URL` lan `AI_API_KEY` ing berkas `.env`, banjur uripna manèh peladèné. Modhèl ing komputer sampeyan dhéwé uga bisa.',
  },
  te: {
    label: 'డెమో ఫలితం – ఏ AI మోడల్ కూడా అనుసంధానం కాలేదు. కింది పాఠ్యం యాంత్రికంగా కూర్చబడింది.',
    facts: 'ఈ పని గురించి తెలిసినది',
    project: 'ప్రాజెక్టు',
    otherTasks: 'ప్రాజెక్టులోని ఇతర పనులు',
    wish: 'మీరు జోడించినది',
    model: 'అనుసంధానించిన మోడల్ ఏమి చేస్తుంది',
    modelText: 'అది ఇదంతా చదివి, పూర్తయిన ఫలితాన్ని ఇక్కడ తెలుగులో రాస్తుంది.',
    connect: 'మోడల్‌ను ఎలా అనుసంధానించాలి',
    connectText:
      '`.env` ఫైల్‌లో `AI_BASE_URL`, `AI_API_KEY` రాసి సర్వర్‌ను మళ్లీ ప్రారంభించండి. మీ సొంత కంప్యూటర్‌లోని మోడల్ కూడా పనిచేస్తుంది.',
  },
  mr: {
    label: 'डेमो निकाल – कोणतेही AI मॉडेल जोडलेले नाही. खालील मजकूर यांत्रिक पद्धतीने जुळवला आहे.',
    facts: 'या कामाबद्दल काय माहीत आहे',
    project: 'प्रकल्प',
    otherTasks: 'प्रकल्पातील इतर कामे',
    wish: 'तुम्ही काय जोडले',
    model: 'जोडलेले मॉडेल काय करेल',
    modelText: 'ते हे सर्व वाचून येथे तयार निकाल मराठीत लिहील.',
    connect: 'मॉडेल कसे जोडायचे',
    connectText:
      '`.env` या फाइलमध्ये `AI_BASE_URL` आणि `AI_API_KEY` लिहा आणि सर्व्हर पुन्हा सुरू करा. तुमच्या स्वतःच्या संगणकावरील मॉडेलही चालेल.',
  },
  ta: {
    label: 'மாதிரி முடிவு – எந்த AI மாதிரியும் இணைக்கப்படவில்லை. கீழேயுள்ள உரை இயந்திர முறையில் தொகுக்கப்பட்டது.',
    facts: 'பணியைப் பற்றித் தெரிந்தவை',
    project: 'திட்டம்',
    otherTasks: 'திட்டத்தில் உள்ள பிற பணிகள்',
    wish: 'நீங்கள் சேர்த்தது',
    model: 'இணைக்கப்பட்ட மாதிரி என்ன செய்யும்',
    modelText: 'அது இவை அனைத்தையும் படித்து, நிறைவான முடிவை இங்கே தமிழில் எழுதும்.',
    connect: 'மாதிரியை இணைப்பது எப்படி',
    connectText:
      '`.env` கோப்பில் `AI_BASE_URL`, `AI_API_KEY` ஆகியவற்றை எழுதி, சேவையகத்தை மீண்டும் தொடங்குங்கள். உங்கள் சொந்தக் கணினியில் உள்ள மாதிரியும் செயல்படும்.',
  },
  tr: {
    label:
      'Demo sonucu – bağlı bir yapay zekâ modeli yok. Aşağıdaki metin mekanik olarak bir araya getirilmiştir.',
    facts: 'Görev hakkında bilinenler',
    project: 'Proje',
    otherTasks: 'Projedeki diğer görevler',
    wish: 'Eklediklerin',
    model: 'Bağlı bir model ne yapardı',
    modelText: 'Bunların hepsini okur ve bitmiş sonucu buraya Türkçe olarak yazardı.',
    connect: 'Bir model nasıl bağlanır',
    connectText:
      '`.env` dosyasına `AI_BASE_URL` ve `AI_API_KEY` yaz ve sunucuyu yeniden başlat. Kendi bilgisayarındaki bir model de olur.',
  },
  ko: {
    label: '데모 결과 – 연결된 AI 모델이 없습니다. 아래 글은 기계적으로 조합한 것입니다.',
    facts: '작업에 대해 알려진 내용',
    project: '프로젝트',
    otherTasks: '프로젝트의 다른 작업',
    wish: '추가하신 내용',
    model: '연결된 모델이 하는 일',
    modelText: '모델은 이 모든 내용을 읽고 완성된 결과를 여기에 한국어로 작성합니다.',
    connect: '모델을 연결하는 방법',
    connectText:
      '`.env` 파일에 `AI_BASE_URL`과 `AI_API_KEY`를 적고 서버를 다시 시작하세요. 내 컴퓨터에 있는 모델도 사용할 수 있습니다.',
  },
  vi: {
    label:
      'Kết quả minh họa – chưa có mô hình AI nào được kết nối. Văn bản dưới đây được ghép một cách máy móc.',
    facts: 'Những gì đã biết về công việc',
    project: 'Dự án',
    otherTasks: 'Các công việc khác trong dự án',
    wish: 'Những gì bạn đã thêm',
    model: 'Một mô hình được kết nối sẽ làm gì',
    modelText: 'Nó sẽ đọc tất cả những điều này và viết kết quả hoàn chỉnh ở đây bằng tiếng Việt.',
    connect: 'Cách kết nối một mô hình',
    connectText:
      'Ghi `AI_BASE_URL` và `AI_API_KEY` vào tệp `.env` rồi khởi động lại máy chủ. Mô hình trên máy tính của bạn cũng dùng được.',
  },
  ur: {
    label: 'ڈیمو نتیجہ – کوئی اے آئی ماڈل منسلک نہیں ہے۔ نیچے کا متن مشینی طور پر جوڑا گیا ہے۔',
    facts: 'کام کے بارے میں کیا معلوم ہے',
    project: 'منصوبہ',
    otherTasks: 'منصوبے کے دوسرے کام',
    wish: 'آپ نے کیا شامل کیا',
    model: 'منسلک ماڈل کیا کرتا',
    modelText: 'وہ یہ سب پڑھتا اور تیار نتیجہ یہاں اردو میں لکھتا۔',
    connect: 'ماڈل کیسے منسلک کریں',
    connectText:
      'فائل `.env` میں `AI_BASE_URL` اور `AI_API_KEY` لکھیں اور سرور دوبارہ شروع کریں۔ آپ کے اپنے کمپیوٹر کا ماڈل بھی چلے گا۔',
  },
  gu: {
    label: 'ડેમો પરિણામ – કોઈ AI મૉડલ જોડાયેલું નથી. નીચેનું લખાણ યાંત્રિક રીતે ગોઠવેલું છે.',
    facts: 'કાર્ય વિશે શું ખબર છે',
    project: 'પ્રોજેક્ટ',
    otherTasks: 'પ્રોજેક્ટનાં અન્ય કાર્યો',
    wish: 'તમે શું ઉમેર્યું',
    model: 'જોડાયેલું મૉડલ શું કરે',
    modelText: 'તે આ બધું વાંચીને અહીં તૈયાર પરિણામ ગુજરાતીમાં લખે.',
    connect: 'મૉડલ કેવી રીતે જોડવું',
    connectText:
      '`.env` ફાઇલમાં `AI_BASE_URL` અને `AI_API_KEY` લખો અને સર્વર ફરી શરૂ કરો. તમારા પોતાના કમ્પ્યુટર પરનું મૉડલ પણ ચાલે.',
  },
  pl: {
    label: 'Wynik demonstracyjny – nie podłączono żadnego modelu AI. Poniższy tekst złożono mechanicznie.',
    facts: 'Co wiadomo o zadaniu',
    project: 'Projekt',
    otherTasks: 'Inne zadania w projekcie',
    wish: 'Co zostało dodane',
    model: 'Co zrobiłby podłączony model',
    modelText: 'Przeczytałby to wszystko i napisałby tutaj gotowy wynik po polsku.',
    connect: 'Jak podłączyć model',
    connectText:
      'Wpisz `AI_BASE_URL` i `AI_API_KEY` do pliku `.env` i uruchom serwer ponownie. Może to być też model na własnym komputerze.',
  },
  uk: {
    label: 'Демонстраційний результат – модель ШІ не під’єднано. Текст нижче складено механічно.',
    facts: 'Що відомо про завдання',
    project: 'Проєкт',
    otherTasks: 'Інші завдання проєкту',
    wish: 'Що ви додали',
    model: 'Що зробила б під’єднана модель',
    modelText: 'Вона прочитала б усе це й написала б тут готовий результат українською мовою.',
    connect: 'Як під’єднати модель',
    connectText:
      'Вкажіть `AI_BASE_URL` і `AI_API_KEY` у файлі `.env` та перезапустіть сервер. Підійде й модель на вашому комп’ютері.',
  },
  fa: {
    label: 'نتیجهٔ نمایشی – هیچ مدل هوش مصنوعی متصل نیست. متن زیر به‌صورت مکانیکی سرهم شده است.',
    facts: 'آنچه دربارهٔ این کار می‌دانیم',
    project: 'پروژه',
    otherTasks: 'کارهای دیگر پروژه',
    wish: 'آنچه شما افزودید',
    model: 'مدلِ متصل چه می‌کرد',
    modelText: 'همهٔ این‌ها را می‌خواند و نتیجهٔ کامل را به فارسی همین‌جا می‌نوشت.',
    connect: 'چگونه یک مدل را متصل کنیم',
    connectText:
      '`AI_BASE_URL` و `AI_API_KEY` را در فایل `.env` بنویسید و سرور را دوباره راه‌اندازی کنید. مدلی روی رایانهٔ خودتان هم کار می‌کند.',
  },
  my: {
    label: 'သရုပ်ပြ ရလဒ် – AI မော်ဒယ် ချိတ်ဆက်ထားခြင်း မရှိပါ။ အောက်ပါစာသားကို စက်ဖြင့် အလိုအလျောက် စုစည်းထားသည်။',
    facts: 'ဤလုပ်ငန်းအကြောင်း သိရသမျှ',
    project: 'ပရောဂျက်',
    otherTasks: 'ပရောဂျက်ရှိ အခြားလုပ်ငန်းများ',
    wish: 'သင် ထပ်ထည့်ထားသည့်အရာ',
    model: 'ချိတ်ဆက်ထားသော မော်ဒယ်က ဘာလုပ်ပေးမည်နည်း',
    modelText: 'ဤအရာအားလုံးကို ဖတ်ပြီး ပြီးစီးသော ရလဒ်ကို ဤနေရာတွင် မြန်မာဘာသာဖြင့် ရေးပေးမည်ဖြစ်သည်။',
    connect: 'မော်ဒယ်ကို ချိတ်ဆက်နည်း',
    connectText:
      '`.env` ဖိုင်တွင် `AI_BASE_URL` နှင့် `AI_API_KEY` ကို ရေးထည့်ပြီး ဆာဗာကို ပြန်စတင်ပါ။ သင့်ကွန်ပျူတာရှိ မော်ဒယ်ကိုလည်း သုံးနိုင်သည်။',
  },
  th: {
    label: 'ผลลัพธ์ตัวอย่าง – ยังไม่ได้เชื่อมต่อโมเดล AI ข้อความด้านล่างประกอบขึ้นด้วยวิธีเชิงกล',
    facts: 'สิ่งที่ทราบเกี่ยวกับงานนี้',
    project: 'โครงการ',
    otherTasks: 'งานอื่นในโครงการ',
    wish: 'สิ่งที่คุณเพิ่มเข้ามา',
    model: 'โมเดลที่เชื่อมต่อแล้วจะทำอะไร',
    modelText: 'โมเดลจะอ่านทั้งหมดนี้แล้วเขียนผลลัพธ์ที่เสร็จสมบูรณ์เป็นภาษาไทยไว้ที่นี่',
    connect: 'วิธีเชื่อมต่อโมเดล',
    connectText:
      'ใส่ `AI_BASE_URL` และ `AI_API_KEY` ลงในไฟล์ `.env` แล้วเริ่มเซิร์ฟเวอร์ใหม่ จะใช้โมเดลบนคอมพิวเตอร์ของคุณเองก็ได้',
  },
};
