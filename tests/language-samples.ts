import type { LanguageCode } from '#domain/languages.ts';

/** Of the languages that share a script with another: two paragraphs as reports have them, without small talk. */
export const REPORT_PARAGRAPHS: Readonly<Partial<Record<LanguageCode, readonly [string, string]>>> = {
  en: [
    'Average asking prices climbed twelve percent between January and December 2025. Analysts expect further growth across major cities.',
    'Most households pay less when they switch early, because suppliers reward customers who commit before winter begins.',
  ],
  de: [
    'Die durchschnittlichen Angebotspreise stiegen zwischen Januar und Dezember 2025 um zwölf Prozent. Fachleute erwarten weiteres Wachstum in den großen Städten.',
    'Die meisten Haushalte zahlen weniger, wenn sie früh wechseln, weil Anbieter treue Kunden vor dem Winter belohnen.',
  ],
  fr: [
    'Les prix moyens demandés ont augmenté de douze pour cent entre janvier et décembre 2025. Les analystes attendent une nouvelle hausse dans les grandes villes.',
    'La plupart des ménages paient moins en changeant tôt, car les fournisseurs récompensent les clients avant le début de l’hiver.',
  ],
  it: [
    'I prezzi medi richiesti sono saliti del dodici per cento tra gennaio e dicembre 2025. Gli analisti prevedono una crescita ulteriore nelle grandi città.',
    'La maggior parte delle famiglie paga meno se cambia presto, perché i fornitori premiano chi decide prima dell’inverno.',
  ],
  es: [
    'Los precios medios subieron un doce por ciento entre enero y diciembre de 2025. Los analistas esperan un crecimiento mayor en las grandes ciudades.',
    'La mayoría de los hogares paga menos cuando cambia pronto, porque los proveedores premian a quienes deciden antes del invierno.',
  ],
  pt: [
    'Os preços médios pedidos subiram doze por cento entre janeiro e dezembro de 2025. Os analistas esperam mais crescimento nas grandes cidades.',
    'A maioria das famílias paga menos quando muda cedo, porque os fornecedores premiam quem decide antes do inverno.',
  ],
  nl: [
    'De gemiddelde vraagprijzen stegen tussen januari en december 2025 met twaalf procent. Analisten verwachten verdere groei in de grote steden.',
    'De meeste huishoudens betalen minder als ze vroeg overstappen, omdat leveranciers klanten belonen die voor de winter kiezen.',
  ],
  pl: [
    'Średnie ceny ofertowe wzrosły o dwanaście procent między styczniem a grudniem 2025 roku. Analitycy spodziewają się dalszego wzrostu w dużych miastach.',
    'Większość gospodarstw płaci mniej, jeśli zmieni dostawcę wcześnie, bo firmy nagradzają klientów przed zimą.',
  ],
  tr: [
    'Ortalama fiyatlar Ocak ile Aralık 2025 arasında yüzde on iki arttı. Uzmanlar büyük şehirlerde artışın süreceğini bekliyor.',
    'Çoğu hane erken geçiş yaptığında daha az öder, çünkü sağlayıcılar kıştan önce karar veren müşterileri ödüllendirir.',
  ],
  vi: [
    'Giá chào bán trung bình đã tăng mười hai phần trăm từ tháng Một đến tháng Mười Hai năm 2025. Các nhà phân tích kỳ vọng giá sẽ tăng thêm ở các thành phố lớn.',
    'Phần lớn các hộ gia đình trả ít hơn khi chuyển đổi sớm, vì nhà cung cấp thưởng cho khách hàng trước mùa đông.',
  ],
  jv: [
    'Rega rata-rata mundhak rolas persen antarane Januari lan Desember 2025. Para ahli ngarepake rega bakal terus mundhak ing kutha-kutha gedhe.',
    'Akeh kulawarga mbayar luwih sithik yen pindhah luwih awal, amarga perusahaan menehi hadiah marang pelanggan sadurunge mangsa adhem.',
  ],
  ru: [
    'Средние цены выросли на двенадцать процентов с января по декабрь 2025 года. Аналитики ожидают дальнейшего роста в крупных городах.',
    'Большинство семей платит меньше, если меняет поставщика рано, потому что компании поощряют клиентов до начала зимы.',
  ],
  uk: [
    'Середні ціни зросли на дванадцять відсотків із січня до грудня 2025 року. Аналітики очікують подальшого зростання у великих містах.',
    'Більшість родин платить менше, якщо змінює постачальника рано, бо компанії заохочують клієнтів до початку зими.',
  ],
  ar: [
    'ارتفع متوسط الأسعار بنسبة اثني عشر في المئة بين يناير وديسمبر من عام 2025. ويتوقع المحللون مزيدا من النمو في المدن الكبرى.',
    'تدفع معظم الأسر أقل عندما تغير المورد مبكرا، لأن الشركات تكافئ العملاء قبل بداية الشتاء.',
  ],
  fa: [
    'میانگین قیمت‌ها بین ژانویه و دسامبر ۲۰۲۵ دوازده درصد افزایش یافت. تحلیلگران انتظار دارند این رشد در شهرهای بزرگ ادامه یابد.',
    'بیشتر خانواده‌ها اگر زودتر تغییر دهند کمتر می‌پردازند، چون شرکت‌ها به مشتریان پیش از زمستان پاداش می‌دهند.',
  ],
  ur: [
    'جنوری اور دسمبر 2025 کے درمیان اوسط قیمتیں بارہ فیصد بڑھ گئیں۔ ماہرین کو بڑے شہروں میں مزید اضافے کی توقع ہے۔',
    'زیادہ تر گھرانے جلد تبدیل کرنے پر کم ادا کرتے ہیں، کیونکہ کمپنیاں سردیوں سے پہلے گاہکوں کو انعام دیتی ہیں۔',
  ],
  hi: [
    'जनवरी और दिसंबर 2025 के बीच औसत कीमतें बारह प्रतिशत बढ़ीं। विश्लेषकों को बड़े शहरों में और वृद्धि की उम्मीद है।',
    'अधिकांश परिवार जल्दी बदलने पर कम भुगतान करते हैं, क्योंकि कंपनियाँ सर्दी से पहले ग्राहकों को पुरस्कार देती हैं।',
  ],
  mr: [
    'जानेवारी आणि डिसेंबर 2025 दरम्यान सरासरी किमती बारा टक्क्यांनी वाढल्या. विश्लेषकांना मोठ्या शहरांमध्ये आणखी वाढ अपेक्षित आहे.',
    'बहुतेक कुटुंबे लवकर बदल केल्यास कमी पैसे देतात, कारण कंपन्या हिवाळ्यापूर्वी ग्राहकांना बक्षीस देतात.',
  ],
};

/** The first of these paragraphs in languages that nobody can ask for. */
export const FOREIGN_PARAGRAPHS: Readonly<Record<string, string>> = {
  sv: 'De genomsnittliga priserna steg med tolv procent mellan januari och december 2025. Analytiker väntar sig fortsatt tillväxt i de större städerna.',
  ro: 'Prețurile medii au crescut cu doisprezece la sută între ianuarie și decembrie 2025. Analiștii se așteaptă la o creștere suplimentară în marile orașe.',
  id: 'Harga rata-rata naik dua belas persen antara Januari dan Desember 2025. Para analis memperkirakan pertumbuhan lebih lanjut di kota-kota besar.',
  sw: 'Bei ya wastani ilipanda kwa asilimia kumi na mbili kati ya Januari na Desemba 2025. Wachambuzi wanatarajia ongezeko zaidi katika miji mikubwa.',
  bg: 'Средните цени се повишиха с дванадесет процента между януари и декември 2025 година. Анализаторите очакват нов ръст в големите градове.',
  kk: 'Орташа бағалар 2025 жылдың қаңтары мен желтоқсаны аралығында он екі пайызға өсті. Сарапшылар ірі қалаларда өсім жалғасады деп күтеді.',
  ne: 'जनवरी र डिसेम्बर 2025 बीच औसत मूल्य बाह्र प्रतिशतले बढ्यो। विश्लेषकहरूले ठूला शहरहरूमा थप वृद्धिको अपेक्षा गरेका छन्।',
  da: 'De gennemsnitlige priser steg med tolv procent mellem januar og december 2025. Analytikere forventer yderligere vækst i de store byer.',
  cs: 'Průměrné ceny vzrostly mezi lednem a prosincem 2025 o dvanáct procent. Analytici očekávají další růst ve velkých městech.',
};
