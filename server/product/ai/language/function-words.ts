import type { LanguageCode } from '#domain/languages.ts';

/**
 * The commonest function words of languages that share a script, to tell these apart. Every running text is
 * full of them, unlike names, code and loanwords.
 */
export const FUNCTION_WORDS: Readonly<Partial<Record<LanguageCode, ReadonlySet<string>>>> = {
  en: words(
    'the and of to in is that for it with as are was be this by from or an have not you your which can will at on if their',
  ),
  de: words(
    'der die das und ist nicht ein eine einen mit für auf von zu den dem des im sich als auch es an wird werden sind oder kann bei aus nach wie du sie',
  ),
  fr: words(
    'le la les des et est une un du que pour dans qui pas sur avec ce il au aux par plus ne se sont vous votre cette ou être peut',
  ),
  it: words(
    'il la di che e un una per con non del della dei è sono le gli nel alla da si più come questo questa anche o al può',
  ),
  es: words(
    'el la los las de que y en un una es por con para del se no al lo como más su sus o este esta son puede muy también',
  ),
  pt: words(
    'o a os as de que e em um uma é para com não do da dos das no na se por mais como ao ou são pode você seu sua também',
  ),
  nl: words(
    'de het een en van is dat niet op te in voor met zijn aan er om ook als bij of naar uit je kan worden wordt deze dit',
  ),
  pl: words(
    'i w na z do nie się jest to że o jak po za od dla są lub przez oraz być może który która co ale ten ta tego',
  ),
  tr: words(
    've bir bu için ile da de çok daha olarak olan gibi en veya ne kadar sonra var değil ise ama her hem şu mi mı',
  ),
  vi: words(
    'và là của các những được cho không có với trong một để này khi người bạn hoặc từ đến về thì nên như cần',
  ),
  jv: words(
    'lan ing kang sing iki iku karo kanggo saka ora bisa dadi uga utawa sampeyan ana wis supaya yen marang',
  ),
  ru: words(
    'и в не на что с по это как для из к от или а но то все его так же при быть если вы у он она также может',
  ),
  uk: words(
    'і в не на що з та по це як для із до від або а але то все його так же при бути якщо ви у він вона також може й',
  ),
  ar: words('في من على إلى أن هذا هذه التي الذي مع عن أو كان لا ما كل بين قد بعد هو هي ذلك يمكن إذا ثم حيث'),
  fa: words('و در به از که این را با است برای آن یک می شود خود تا بر کند هم یا شما باید اگر نیز هر های'),
  ur: words('کے کی کا میں اور سے ہے ہیں کو نے پر یہ کہ آپ بھی ایک لیے یا تو ہو اس کر جو نہیں گا'),
  hi: words('के की का में और से है हैं को ने पर यह कि आप भी एक लिए या तो हो इस कर जो नहीं'),
  mr: words('आणि आहे आहेत च्या मध्ये हे ही हा या की ते तर साठी एक करा आपण नाही असे किंवा पण व होते तुम्ही'),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Counts function words by language. */
export function smallWordHits(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(FUNCTION_WORDS).map(([code, set]) => [code, words.filter((word) => set.has(word)).length]),
  );
}
