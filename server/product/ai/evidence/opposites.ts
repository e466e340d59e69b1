/** Words of one language by which a sentence says the opposite of its source. Beginnings of words, in small letters. */
export interface Opposites {
  /** What became more, and what became less. */
  readonly rose: RegExp;
  readonly fell: RegExp;
  /** Bounds of a number: more than it, or at least it; less than it, or at most it. */
  readonly above: RegExp;
  readonly below: RegExp;
  /** What denies anything. A sentence that has one may say the same in another way. */
  readonly denies: RegExp;
  /** What denies the word behind it. */
  readonly without: RegExp;
  /** What denies the word that it begins. */
  readonly prefix?: RegExp;
}

const whole = (words: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words})(?![\p{L}\p{M}])`, 'iu');

/** Behind what denies they compare: "no more than", "keine weiteren". */
const COMPARING =
  'more|less|fewer|later|longer|earlier|other|doubt|mehr|weiter|ander|plus|autre|otr[oa]|altr[aeio]|outr[oa]|meer|inn|друг';

/** `words`: what denies. `articles`: what may stand between it and its noun. */
const behind = (words: string, articles: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{M}])(?:${words})[ \u00a0](?:(?:${articles})[ \u00a0]|\p{L}['’])?(?!${COMPARING})(?<denied>\p{L}{4,})`,
    'giu',
  );

/**
 * Each list holds only what means the one thing wherever it stands in a text about facts: what is also a name, a season
 * or "to please" is missing, because a true sentence that is marked costs more trust than a lie in rare words.
 */
export const OPPOSITES: Readonly<Record<string, Opposites>> = {
  en: {
    rose: whole(
      String.raw`rose(?= (?:by|to|from|in|again|sharply|slightly|steadily|last|this|over|during|since|\p{Sc}?\p{Nd}))|rise[sn]?|rising|increas(?:e[sd]?|ing)|grew|grow[sn]?|growing|growth|climb(?:s|ed|ing)|surg(?:e[sd]?|ing)|soar(?:s|ed|ing)|went up|goes up|gone up`,
    ),
    fell: whole(
      String.raw`fell|fallen|falling|falls?(?= (?:in|of|by|to|from))|drop(?:s|ped|ping)|drop(?= (?:in|of|by|to|from))|declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|shr[au]nk|shrink(?:s|ing)|sank|plunged?|slumped|plummeted|went down|goes down|gone down`,
    ),
    above: whole(
      String.raw`(?<!no |not )more than|at least|over (?=\p{Sc}?\p{Nd})|above (?=\p{Sc}?\p{Nd})|no fewer than|no less than`,
    ),
    below: whole(
      String.raw`(?<!no |not )(?:less|fewer) than|at most|no more than|not more than|up to (?=\p{Sc}?\p{Nd})|under (?=\p{Sc}?\p{Nd})|below (?=\p{Sc}?\p{Nd})`,
    ),
    denies:
      /(?<!\p{L})(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing|hardly|lacks?|free of)(?!\p{L})|n['’]t(?!\p{L})/iu,
    without: behind('without|no', 'an?|any|the'),
    prefix: /^un(?=\p{L}{6})/u,
  },
  de: {
    rose: whole(
      String.raw`stieg(?:en)?|steig(?:t|en|ende[nrms]?)|(?:an)?gestiegen\p{L}*|anstieg\p{L}*|erhöht\p{L}*|erhöhung\p{L}*|zunahmen?|zugenommen|wuchs(?:en)?|gewachsen\p{L}*|wächst|wachstum\p{L}*|kletterten?|geklettert`,
    ),
    fell: whole(
      String.raw`fiel(?:en)?|fällt|gefallen|sank(?:en)?|sinkt|sinken(?:de[nrms]?)?|gesunken\p{L}*|rückgang\p{L}*|rückgänge|zurückgegangen|zurückging(?:en)?|abgenommen|abnahmen?|schrumpft\p{L}*|geschrumpft|verringert\p{L}*|gesenkt\p{L}*|senkung\p{L}*`,
    ),
    above: whole(String.raw`(?<!nicht )mehr als|über (?=\p{Nd})|mindestens|wenigstens|nicht weniger als`),
    below: whole(String.raw`(?<!nicht )weniger als|unter (?=\p{Nd})|höchstens|maximal|bis zu|nicht mehr als`),
    denies:
      /(?<!\p{L})(?:nicht|nichts|kein(?:e[nrms]?)?|nie|niemals|niemand|ohne|weder|noch nie|kaum|statt)(?!\p{L})|(?<=\p{L}{4})(?:los|frei)(?:e[nrms]?)?(?!\p{L})/iu,
    without: behind('ohne|kein(?:e[nrms]?)?', 'die|den|das|ein(?:e[nrm]?)?'),
    prefix: /^un(?=\p{L}{6})/u,
  },
  fr: {
    rose: whole(
      String.raw`augment(?:é|ée|és|ées|e|ent|ait|aient|er|a|èrent|ation|ations)|hausses?|croissance|grimp(?:é|ée|e|ent|ait)|accru(?:e|s|es)?|progress(?:é|e|ent|ait)`,
    ),
    fell: whole(
      String.raw`baiss(?:é|ée|és|ées|e|es|ent|ait|aient|er|a|èrent)|recul(?:é|e|ent|ait|er|s|a)?|diminu(?:é|ée|és|ées|e|ent|ait|er|a|tion|tions)|chut(?:é|e|es|ent|ait|er|a)|rédui(?:t|te|ts|tes|re|sent)|réductions?`,
    ),
    above: whole(String.raw`(?<!pas )plus d(?:e (?=\p{Nd})|['’]une?)|au moins|au minimum`),
    below: whole(String.raw`moins d(?:e (?=\p{Nd})|['’]une?)|au plus(?! tard)|au maximum|pas plus de`),
    denies: /(?<!\p{L})(?:ne|pas|sans|aucune?|jamais|ni|personne|rien)(?!\p{L})|(?<!\p{L})n['’]/iu,
    without: behind('sans|aucune?|pas de', 'les?|la|une?'),
  },
  es: {
    rose: whole(
      String.raw`aument(?:ó|aron|a|an|ado|ar|aba|aban|o|os)|sub(?:ió|ieron|e|en|ido|ida|idas)|crec(?:ió|ieron|e|en|ido|er|imiento|iente)|increment(?:ó|aron|a|an|ado|o|os)|al alza`,
    ),
    fell: whole(
      String.raw`baj(?:ó|aron|ado|ada|adas|ar)|ca(?:yó|yeron|ído|ída|ídas|en)|descen(?:dió|dieron|dido|so|sos|der)|descienden?|disminu(?:yó|yeron|ye|yen|ido|ir|ción)|redu(?:jo|jeron|ce|cen|cido|cción)|a la baja`,
    ),
    above: whole(String.raw`(?<!no )más de (?=\p{Nd})|al menos|por lo menos|como mínimo`),
    below: whole(String.raw`menos de (?=\p{Nd})|como máximo|a lo sumo|no más de`),
    denies: /(?<!\p{L})(?:no|sin|nunca|jamás|ningun[oa]?|ningún|ni|nadie|nada)(?!\p{L})/iu,
    without: behind('sin|ningun[oa]?|ningún', 'el|l[ao]s?|una?'),
  },
  it: {
    rose: whole(
      String.raw`aument(?:ato|ata|ati|ate|ò|arono|a|ano|are|o|i)|cresc(?:e|ono|iuto|iuta|iuti|iute|ita|ere)|crebbe|sal(?:ì|ito|ita|iti|ite|gono)|increment(?:o|i|ato|ata)|rialz(?:o|i)`,
    ),
    fell: whole(
      String.raw`cal(?:o|ò|ato|ata|ati|ate|ano|are|arono)|diminu(?:ito|ita|iti|ite|ì|isce|iscono|ire|zione)|sces[oaie]|scend(?:e|ono|ere)|rido(?:tto|tta|tti|tte)|riduzion[ei]|ribass[oi]|flession[ei]`,
    ),
    above: whole(String.raw`(?<!non )più di (?=\p{Nd})|oltre (?=\p{Nd})|almeno|come minimo`),
    below: whole(String.raw`meno di (?=\p{Nd})|al massimo|non più di|non oltre`),
    denies: /(?<!\p{L})(?:non|senza|mai|nessun[oa]?|né|nulla|niente)(?!\p{L})/iu,
    without: behind('senza|nessun[oa]?', 'il|lo|la|gli|le|i|un[oa]?'),
  },
  pt: {
    rose: whole(
      String.raw`aument(?:ou|aram|a|am|ado|ada|ar|o|os)|sub(?:iu|iram|ido|ida)|cresc(?:eu|eram|e|em|ido|er|imento)|increment(?:ou|o|os)|em alta`,
    ),
    fell: whole(
      String.raw`ca(?:iu|íram|ído|ída|em)|desc(?:eu|eram|ido|ida)|diminu(?:iu|íram|i|em|ído|ir|ição)|redu(?:ziu|ziram|z|zem|zido|zida|ção)|quedas?|baix(?:ou|aram|ado)|recu(?:ou|aram|os?)`,
    ),
    above: whole(String.raw`(?<!não )mais de (?=\p{Nd})|pelo menos|no mínimo|ao menos`),
    below: whole(String.raw`menos de (?=\p{Nd})|no máximo|não mais (?:de|que)`),
    denies: /(?<!\p{L})(?:não|sem|nunca|jamais|nenhum(?:a)?|nem|ninguém|nada)(?!\p{L})/iu,
    without: behind('sem|nenhuma?', 'os?|as?|uma?'),
  },
  nl: {
    rose: whole(
      String.raw`stijg(?:t|en|ing|ingen|ende)|steeg|stegen|gestegen|toegenomen|toename|groei(?:t|de|den|en)?|gegroeid|verhoogd?e?|verhoging`,
    ),
    fell: whole(
      String.raw`daal(?:t|de|den)|dalen(?:de)?|daling(?:en)?|gedaald|afgenomen|afname|kromp|gekrompen|verlaagd?e?|verlaging|teruggelopen`,
    ),
    above: whole(String.raw`(?<!niet )meer dan|minstens|ten minste|minimaal|niet minder dan`),
    below: whole(String.raw`(?<!niet )minder dan|hoogstens|ten hoogste|maximaal|niet meer dan`),
    denies: /(?<!\p{L})(?:niet|niets|geen|nooit|zonder|niemand|noch)(?!\p{L})/iu,
    without: behind('zonder|geen', 'de|het|een'),
    prefix: /^on(?=\p{L}{6})/u,
  },
  pl: {
    rose: whole(
      String.raw`wzr(?:ost\p{L}*|ósł|osł\p{L}*|asta\p{L}*)|rośnie|rosn\p{L}*|urosł\p{L}*|urósł|zwiększ\p{L}*`,
    ),
    fell: whole(
      String.raw`spad(?:ek|ku|ki|kiem|ł|ła|ło|ły|li|a|ają)|zmala\p{L}*|maleje|maleją|zmniejsz\p{L}*|obniż\p{L}*`,
    ),
    above: whole(
      String.raw`(?<!nie )więcej niż|ponad (?=\p{Nd})|powyżej (?=\p{Nd})|co najmniej|nie mniej niż`,
    ),
    below: whole(String.raw`(?<!nie )mniej niż|poniżej (?=\p{Nd})|co najwyżej|maksymalnie|nie więcej niż`),
    denies: /(?<!\p{L})(?:nie|bez|żad\p{L}*|nigdy|ani|nikt|nic)(?!\p{L})/iu,
    without: behind('bez|żadn\\p{L}+', 'jej|jego'),
  },
  ru: {
    rose: whole(
      String.raw`вырос(?:ла|ло|ли)?|рост(?:а|у|ом|е)?|раст[её]т|растут|увелич\p{L}*|возрос\p{L}*|повыс\p{L}*|повыш\p{L}*|подорожал\p{L}*`,
    ),
    fell: whole(
      String.raw`упал[аои]?|падени\p{L}*|пада(?:ет|ют)|снизи\p{L}*|сниж\p{L}*|уменьш\p{L}*|сократи\p{L}*|сокращ\p{L}*|понизи\p{L}*|подешевел\p{L}*`,
    ),
    above: whole(
      String.raw`(?<!не )более (?=\p{Nd})|(?<!не )больше (?=\p{Nd})|свыше|не менее|как минимум|по меньшей мере`,
    ),
    below: whole(
      String.raw`(?<!не )менее (?=\p{Nd})|(?<!не )меньше (?=\p{Nd})|не более|не больше|максимум|не свыше`,
    ),
    denies: /(?<!\p{L})(?:не|нет|без|ни|никогда|никто|ничего|нельзя)(?!\p{L})/iu,
    without: behind('без', 'его|её'),
  },
};
