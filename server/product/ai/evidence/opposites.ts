/**
 * Words of one language that express the opposite of a source. The lists only contain words that are
 * unambiguous in factual texts, leaving out names, seasons, or "to please": marking a true sentence costs more
 * trust than missing a lie in rare words.
 */
export interface Opposites {
  /** Increase, and decrease. */
  readonly rose: RegExp;
  readonly fell: RegExp;
  /** Lower bounds of a number (more than, at least), and upper ones (less than, at most). */
  readonly above: RegExp;
  readonly below: RegExp;
  /** Bounds of a time: not before, and until. */
  readonly from: RegExp;
  readonly until: RegExp;
  readonly allows: RegExp;
  readonly forbids: RegExp;
  /** Makes a permission or ban conditional, which can be phrased either way. */
  readonly unless: RegExp;
  /** Presence, and absence with the absent thing as `denied`. */
  readonly has: RegExp;
  readonly lacks: RegExp;
  /** Any other negation. A sentence with one may say the same in another way. */
  readonly denies: RegExp;
  /** Negating prefix of a word. */
  readonly prefix?: RegExp;
}

const WORD_START = String.raw`(?<![\p{L}\p{M}])`;
const WORD_END = String.raw`(?![\p{L}\p{M}])`;

const words = (some: string): RegExp => new RegExp(`${WORD_START}(?:${some})${WORD_END}`, 'iu');

/** Comparisons after a negation: "no more than", "keine weiteren". */
const COMPARING =
  'more|less|fewer|later|longer|earlier|other|doubt|mehr|weiter|ander|plus|autre|otr[oa]|altr[aeio]|outr[oa]|meer|inn|друг';

/** Text between the parts of a separable verb: "legten um 3,7 Prozent zu". */
const BETWEEN = String.raw`(?:[^.,;]|[.,]\p{Nd}){0,90}`;
/** "Not heavier than" is no ban. */
const NO_BOUND = String.raw`(?! \p{L}+er )`;

/** `some`: negations. `articles`: may come between one and its noun. */
const lacking = (some: string, articles: string): RegExp =>
  new RegExp(
    String.raw`${WORD_START}(?:${some})[ \u00a0](?:(?:${articles})[ \u00a0]|\p{L}['’])?(?!${COMPARING})(?<denied>\p{L}{4,})`,
    'giu',
  );

/** After a number: "12 % more". */
const share = (some: string): string =>
  String.raw`(?<=(?:%|percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent|proc\.|процент\p{L}*) ?)(?:${some})`;

/** "More than" is a bound only before a number. */
const ahead = (some: string, numbers: string): string =>
  String.raw`(?:${some}) (?=\p{Nd}|(?:${numbers})${WORD_END})`;

const ES = 'un|una|dos|tres|cuatro|cinco|seis|diez|doce|quince|veinte|treinta|cien|mil';
const IT = 'un|una|due|tre|quattro|cinque|sei|dieci|dodici|venti|trenta|cento|mille';
const PT = 'um|uma|dois|duas|três|quatro|cinco|seis|dez|doze|quinze|vinte|trinta|cem|trezent[oa]s|mil';
const RU = 'од(?:ин|ного|ной)|дв(?:а|ух)|тр(?:и|[её]х)|пяти?|шести?|десяти?|ста|сто|тысяч\\p{L}*';
const PL = 'dw(?:a|óch|ie)|trz(?:y|ech)|pięć|pięciu|dziesię\\p{L}+|sto|stu|tysią\\p{L}+|dwanaś\\p{L}+';

export const OPPOSITES: Readonly<Record<string, Opposites>> = {
  en: {
    rose: words(
      String.raw`rose(?= (?:by|to|from|in|again|sharply|slightly|steadily|last|this|over|during|since|\p{Sc}?\p{Nd}))|rise[sn]?|rising|increas(?:e[sd]?|ing)|grew|grow[sn]?|growing|growth|climb(?:s|ed|ing)|surg(?:e[sd]?|ing)|soar(?:s|ed|ing)|widen(?:s|ed|ing)|expand(?:s|ed|ing)|(?:went|goes|gone|edged|moved|pick(?:s|ed)) up|gain(?:s|ed)|jump(?:s|ed)|${share('more|higher')}`,
    ),
    fell: words(
      String.raw`fell|fallen|falling|falls?(?= (?:in|of|by|to|from))|drop(?:s|ped|ping)|drop(?= (?:in|of|by|to|from))|declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|shr[au]nk|shrink(?:s|ing)|sank|plunged?|slumped|plummeted|narrow(?:s|ed|ing)|contract(?:ed|ing)|(?:went|goes|gone|edged|moved) down|halved|lost|reduc(?:e[sd]?|ing)|reductions?|cut|${share('less|fewer|lower')}`,
    ),
    above: words(
      String.raw`(?<!no |not )more than(?! half| twice| doubl| halv)|at least|(?:over|above) (?=\p{Sc}?\p{Nd})|no (?:fewer|less) than|minimum`,
    ),
    below: words(
      String.raw`(?<!no |not )(?:less|fewer) than(?! half)|at most|(?:no|not) more than|(?:up to|under|below) (?=\p{Sc}?\p{Nd})|maximum`,
    ),
    from: words(String.raw`no earlier than|not before|at the earliest|not until`),
    until: words(String.raw`no later than|not later than|at the latest|not after`),
    allows: words(
      String.raw`(?:is|are|be) (?:allowed|permitted|admitted|accepted)|welcome|may (?:be|bring|camp|use|take|enter|keep)`,
    ),
    forbids: words(
      String.raw`(?:not|never) (?:be )?(?:allowed|permitted|welcome|admitted|accepted)|forbidden|prohibited|banned|no \p{L}+(?: \p{L}+)? (?:is |are )?(?:allowed|permitted|admitted)|(?:may|must) not|off limits`,
    ),
    unless: words('unless|except|exceptions?|only|without|outside|but|other than|if|other times'),
    has: words(
      String.raw`with|has|have|having|includ\p{L}+|contain\p{L}*|comes?|offers?|equipped|there (?:is|are)`,
    ),
    lacks: lacking('without|no|free of|free from', 'an?|any|the'),
    denies:
      /(?<!\p{L})(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing|hardly|lacks?|free|cancel\p{L}*)(?!\p{L})|n['’]t(?!\p{L})/iu,
    prefix: /^un(?=\p{L}{6})/u,
  },
  de: {
    rose: words(
      String.raw`stieg(?:en)?|steig(?:t|en|ende[nrms]?)|(?:an)?gestiegen\p{L}*|anstieg\p{L}*|erhöht\p{L}*|erhöhung\p{L}*|zunahmen?|zugenommen|nahm(?:en)?${BETWEEN} zu|wuchs(?:en)?|gewachsen\p{L}*|wächst|wachstum\p{L}*|kletterten?|geklettert|zog(?:en)?${BETWEEN} an|legten?${BETWEEN} zu|zugelegt|verteuer\p{L}+|teurer|(?:ein )?plus von|hinzugewonnen|ausgeweitet|${share('mehr|höher|über')}`,
    ),
    fell: words(
      String.raw`fiel(?:en)?|fällt|gefallen|sank(?:en)?|sinkt|sinken(?:de[nrms]?)?|gesunken\p{L}*|rückgang\p{L}*|rückgänge|zurückgegangen|zurückging(?:en)?|ging(?:en)?${BETWEEN} zurück|zogen${BETWEEN} zurück|abgenommen|abnahmen?|nahm(?:en)?${BETWEEN} ab|schrumpf\p{L}*|geschrumpft\p{L}*|verringer\p{L}+|gesenkt\p{L}*|senkung\p{L}*|abgeschwächt|verlor(?:en)?|billiger|(?:ein )?minus von|${share('weniger|niedriger|unter')}`,
    ),
    above: words(String.raw`(?<!nicht )mehr als|über (?=\p{Nd})|mindest\p{L}*|wenigstens|nicht weniger als`),
    below: words(
      String.raw`(?<!nicht )weniger als|unter (?=\p{Nd})|höchst(?:ens|zahl|dauer|betrag|alter|gewicht\p{L}*)|maximal\p{L}*|bis zu|nicht mehr als`,
    ),
    from: words('frühestens|nicht vor|nicht früher als'),
    until: words('spätestens|nicht später als'),
    allows: words('erlaubt|gestattet|zulässig|willkommen|zugelassen|darf|dürfen'),
    forbids: words(
      String.raw`nicht (?:erlaubt|gestattet|zulässig|zugelassen|willkommen)|verboten|untersagt|(?:darf|dürfen)[^.;]{0,60} nicht${NO_BOUND}|unzulässig`,
    ),
    unless: words('außer|ausgenommen|ausnahmen?|nur|ohne|wenn|sofern|sondern|aber|es sei denn|erst'),
    has: words(String.raw`mit|hat|haben|verfüg(?:t|en)|enthält|enthalten|ausgestattet|inklusive|gibt`),
    lacks: lacking('ohne|kein(?:e[nrms]?)?|frei von', 'die|den|das|ein(?:e[nrm]?)?'),
    denies:
      /(?<!\p{L})(?:nicht|nichts|kein(?:e[nrms]?)?|nie|niemals|niemand|ohne|weder|kaum|statt|frei|gratis|abgesagt|entfällt|ausgefallen|annulliert)(?!\p{L})|(?<=\p{L}{4})(?:los|frei)(?:e[nrms]?)?(?!\p{L})/iu,
    prefix: /^un(?=\p{L}{6})/u,
  },
  fr: {
    rose: words(
      String.raw`augment(?:é|ée|és|ées|e|ent|ait|aient|er|a|èrent|ation|ations)|hausses?|croissance|grimp(?:é|ée|e|ent|ait)|accru(?:e|s|es)?|progress(?:é|e|ent|ait)|remont(?:é|e|ent)|bond(?:i|it)|${share('de plus')}`,
    ),
    fell: words(
      String.raw`baiss(?:é|ée|és|ées|e|es|ent|ait|aient|er|a|èrent)|abaiss\p{L}+|recul(?:é|e|ent|ait|er|s|a)?|diminu(?:é|ée|és|ées|e|ent|ait|er|a|tion|tions)|chut(?:é|e|es|ent|ait|er|a)|rédui(?:t|te|ts|tes|re|sent)|réductions?|replie(?:nt)?|fléchi(?:r|t|ssent)?|${share('de moins')}`,
    ),
    above: words(
      String.raw`(?<!pas )plus d(?:e (?=\p{Nd}|deux|trois|quinze|cent|mille)|['’]une?)|au moins(?! d)|au minimum|minimum|minimale?s?`,
    ),
    below: words(
      String.raw`moins d(?:e (?=\p{Nd}|deux|trois|quinze|cent|mille)|['’]une?)|au plus(?! t)|maximum|maximale?s?|pas plus de|ne peut excéder`,
    ),
    from: words('au plus tôt|pas avant'),
    until: words('au plus tard|pas après'),
    allows: words(String.raw`autorisée?s?|admise?s?|acceptée?s?|permise?s?|bienvenue?s?`),
    forbids: words(
      String.raw`interdite?s?|interdiction|(?:pas|plus|jamais) (?:autorisée?|admise?|acceptée?|permise?)s?`,
    ),
    unless: words(
      String.raw`sauf|excepté|exceptions?|hors|seule?s?|seulement|uniquement|sans|si|sous réserve|mais`,
    ),
    has: words(
      String.raw`avec|a (?:une?|la|le|des)|ont|dispose\p{L}*|contien\p{L}+|équipé\p{L}*|compren\p{L}+|inclus\p{L}*|possède\p{L}*`,
    ),
    lacks: lacking('sans|aucune?|pas(?: de)?', 'les?|la|une?'),
    denies:
      /(?<!\p{L})(?:ne|pas|sans|aucune?|jamais|ni|personne|rien|gratuit\p{L}*|annulée?s?|non|au-delà)(?!\p{L})|(?<!\p{L})n['’]/iu,
  },
  es: {
    rose: words(
      String.raw`aument(?:ó|aron|a|an|ado|ar|aba|aban|o|os)|sub(?:ió|ieron|e|en|ido|ida|idas)|crec(?:ió|ieron|e|en|ido|er|imiento|iente)|increment(?:ó|aron|a|an|ado|o|os)|repunt(?:ó|aron|a|e|es)|al alza|encarec\p{L}+|${share('más|superior(?:es)?')}`,
    ),
    fell: words(
      String.raw`baj(?:ó|aron|ado|ada|adas|ar|ando)|ca(?:yó|yeron|ído|ída|ídas|en)|descen(?:dió|dieron|dido|so|sos|der)|descienden?|disminu(?:yó|yeron|ye|yen|ido|ir|ción)|redu(?:jo|jeron|ce|cen|cido|cción)|retroced\p{L}+|moder(?:ó|aron)|a la baja|abarat\p{L}+|${share('menos|inferior(?:es)?')}`,
    ),
    above: words(`${ahead('(?<!no )más de', ES)}|al menos|por lo menos|como mínimo|mínim[oa]s?`),
    below: words(`${ahead('menos de', ES)}|como máximo|a lo sumo|no más de|máxim[oa]s?`),
    from: words('no antes de|como pronto'),
    until: words('a más tardar|no después de|como tarde'),
    allows: words(
      String.raw`permitid[oa]s?|se permiten?|se pueden?|pueden|se admiten?|admitid[oa]s?|bienvenid[oa]s?`,
    ),
    forbids: words(
      String.raw`prohibid[oa]s?|prohíben?|no (?:se )?(?:permit\p{L}*|admit\p{L}*|pueden?)|no (?:está|están|es|son) permitid[oa]s?`,
    ),
    unless: words('salvo|excepto|excepción|solo|sólo|únicamente|sin|si|pero'),
    has: words(String.raw`con|tienen?|dispone\p{L}*|incluye\p{L}*|contiene\p{L}*|hay`),
    lacks: lacking('sin|ningun[oa]?|ningún|no (?:tienen?|hay|incluyen?|disponen? de)', 'el|l[ao]s?|una?'),
    denies:
      /(?<!\p{L})(?:no|sin|nunca|jamás|ningun[oa]?|ningún|ni|nadie|nada|gratis|gratuit\p{L}*|cancel\p{L}*)(?!\p{L})/iu,
  },
  it: {
    rose: words(
      String.raw`aument(?:ato|ata|ati|ate|ò|arono|a|ano|are|o|i)|cresc(?:e|ono|iuto|iuta|iuti|iute|ita|ere)|crebbe|sal(?:ì|ito|ita|iti|ite|gono)|increment(?:o|i|ato|ata)|rialz(?:o|i)|${share('in più')}`,
    ),
    fell: words(
      String.raw`cal(?:o|ò|ato|ata|ati|ate|ano|are|arono)|diminu(?:ito|ita|iti|ite|ì|isce|iscono|ire|zione)|sces[oaie]|scend(?:e|ono|ere)|rido(?:tto|tta|tti|tte)|riduc(?:e|ono)|riduzion[ei]|ribass[oi]|flession[ei]|${share('in meno')}`,
    ),
    above: words(
      `${ahead('(?<!non )più di|oltre', IT)}|almeno|come minimo|minim[oaie]|non (?:può avere durata )?inferiore`,
    ),
    below: words(`${ahead('meno di', IT)}|al massimo|non più di|non oltre|massim[oaie]`),
    from: words('non prima|al più presto'),
    until: words('al più tardi|non più tardi|entro e non oltre'),
    allows: words(String.raw`consentit[oaei]|permess[oaei]|ammess[oaei]|si può|si possono|benvenut[iae]`),
    forbids: words(
      String.raw`vietat[oaei]|proibit[oaei]|divieto|non (?:è|sono) (?:consentit|permess|ammess)[oaei]|non si (?:può|possono)`,
    ),
    unless: words('salvo|eccetto|tranne|solo|soltanto|senza|se|ma'),
    has: words(String.raw`con|ha|hanno|dispon\p{L}+|includ\p{L}+|contien\p{L}+|presente|dotat[oaei]|c['’]è`),
    lacks: lacking(
      String.raw`senza|nessun[oa]?|libero da|non (?:ha|hanno|dispone di|c['’]è)`,
      'il|lo|la|gli|le|i|un[oa]?',
    ),
    denies:
      /(?<!\p{L})(?:non|senza|mai|nessun[oa]?|né|nulla|niente|gratis|gratuit\p{L}*|annullat[oaei])(?!\p{L})/iu,
  },
  pt: {
    rose: words(
      String.raw`aument(?:ou|aram|a|am|ado|ada|ar|o|os)|sub(?:iu|iram|ido|ida|ir)|cresc(?:eu|eram|e|em|ido|er|imento)|increment(?:ou|o|os)|(?:em )?alta de|encarec\p{L}+|mais car[oa]s?|${share('a mais|mais')}`,
    ),
    fell: words(
      String.raw`ca(?:iu|íram|ído|ída|em)|desc(?:eu|eram|ido|ida|er)|diminu(?:iu|íram|i|em|ído|ir|ição)|redu(?:ziu|ziram|z|zem|zido|zida|ção)|quedas?|baix(?:ou|aram|ado)|recu(?:ou|aram|os?)|perdeu|perderam|mais barat[oa]s?|${share('a menos|menos')}`,
    ),
    above: words(`${ahead('(?<!não )mais de', PT)}|pelo menos|no mínimo|ao menos|mínim[oa]s?`),
    below: words(`${ahead('menos de', PT)}|no máximo|não mais (?:de|que)|máxim[oa]s?`),
    from: words('não antes de|só depois de|o mais cedo'),
    until: words('o mais tardar|até ao máximo'),
    allows: words(String.raw`permitid[oa]s?|admitid[oa]s?|aceites?|aceit[oa]s?|bem-vind[oa]s?`),
    forbids: words(
      String.raw`proibid[oa]s?|interdit[oa]s?|não (?:é|são) (?:permitid|admitid|aceit)\p{L}*|não se pode`,
    ),
    unless: words('salvo|exceto|só|apenas|sem|se|mas'),
    has: words(String.raw`com|tem|têm|dispõe|inclui|contém|há`),
    lacks: lacking('sem|nenhuma?|não (?:tem|têm|há|dispõe de|inclui)', 'os?|as?|uma?'),
    denies:
      /(?<!\p{L})(?:não|sem|nunca|jamais|nenhum(?:a)?|nem|ninguém|nada|grátis|gratuit\p{L}*|cancelad\p{L}*)(?!\p{L})/iu,
  },
  nl: {
    rose: words(
      String.raw`stijg(?:t|en|ing|ingen|ende)|steeg|stegen|gestegen|toegenomen|toename|groei(?:t|de|den|en)?|gegroeid|verhoogd?e?|verhoging|liep${BETWEEN} op|opgelopen|duurder|${share('meer|hoger|duurder')}`,
    ),
    fell: words(
      String.raw`daal(?:t|de|den)|dalen(?:de)?|daling(?:en)?|gedaald|afgenomen|afname|kromp|krimp(?:t|en)|gekrompen|verlaagd?e?|verlaging|teruggelopen|gehalveerd|goedkoper|${share('minder|lager|goedkoper')}`,
    ),
    above: words('(?<!niet )meer dan|minstens|ten minste|minimaal|minimale?|niet minder dan'),
    below: words('(?<!niet )minder dan|hoogstens|ten hoogste|maximaal|maximale?|niet meer dan'),
    from: words('op zijn vroegst|niet eerder dan|niet vóór'),
    until: words('uiterlijk|niet later dan|op zijn laatst'),
    allows: words('toegestaan|welkom|mogen|mag|toegelaten'),
    forbids: words(
      String.raw`verboden|niet (?:toegestaan|welkom|toegelaten)|(?:mag|mogen)[^.;]{0,60} niet${NO_BOUND}|(?:mag|mogen) geen`,
    ),
    unless: words('behalve|tenzij|alleen|zonder|mits|indien|maar|als'),
    has: words('met|heeft|hebben|beschikt|beschikken|bevat|bevatten'),
    lacks: lacking('zonder|geen', 'de|het|een'),
    denies: /(?<!\p{L})(?:niet|niets|geen|nooit|zonder|niemand|noch|gratis|geannuleerd|vervalt)(?!\p{L})/iu,
    prefix: /^on(?=\p{L}{6})/u,
  },
  pl: {
    rose: words(
      String.raw`wzr(?:ost\p{L}*|ósł|osł\p{L}*|asta\p{L}*)|rośnie|rosn\p{L}*|rosł\p{L}*|urosł\p{L}*|urósł|zwiększ\p{L}*|powiększ\p{L}*|podroża\p{L}*|przyspieszy\p{L}*|${share('więcej|wyż\\p{L}+')}`,
    ),
    fell: words(
      String.raw`spad(?:ek|ku|ki|kiem|ł|ła|ło|ły|li|a|ają)|zmala\p{L}*|maleje|maleją|zmniejsz\p{L}*|obniż\p{L}*|skurczy\p{L}*|wyhamowa\p{L}*|ubyło|ogranicz\p{L}+|potania\p{L}*|${share('mniej|niż\\p{L}{2,}')}`,
    ),
    above: words(
      `(?<!nie )więcej niż|${ahead('ponad|powyżej', PL)}|co najmniej|nie mniej niż|nie krótsz\\p{L}+|minimaln\\p{L}+`,
    ),
    below: words(
      `(?<!nie )mniej niż|${ahead('poniżej', PL)}|(?:co )?najwyżej|maksymaln\\p{L}+|nie więcej niż|nieprzekraczając\\p{L}+`,
    ),
    from: words('nie wcześniej niż|najwcześniej'),
    until: words('nie później niż|najpóźniej'),
    allows: words(String.raw`można|wolno|dozwolon\p{L}*`),
    forbids: words(
      String.raw`zabroni\p{L}*|zabrania|zakazan\p{L}*|zakaz|nie (?:można|wolno|mogą|może|przyjmujemy)|niedozwolon\p{L}*`,
    ),
    unless: words('chyba że|z wyjątkiem|oprócz|tylko|wyłącznie|bez|jeśli|jeżeli|ale'),
    has: words(String.raw`z|ze|ma|mają|posiada\p{L}*|zawiera\p{L}*`),
    lacks: lacking(String.raw`bez|żadn\p{L}+|nie ma`, 'jej|jego'),
    denies:
      /(?<!\p{L})(?:nie|bez|żad\p{L}*|nigdy|ani|nikt|nic|bezpłatn\p{L}+|darm\p{L}+|odwołan\p{L}+)(?!\p{L})/iu,
  },
  ru: {
    rose: words(
      String.raw`вырос(?:ла|ло|ли)?|рост(?:а|у|ом|е)?|раст[её]т|растут|увелич\p{L}*|возрос\p{L}*|повыс\p{L}*|повыш\p{L}*|подорожал\p{L}*|дорожал\p{L}*|прибав\p{L}+|ускори\p{L}*|${share('больше|выше')}`,
    ),
    fell: words(
      String.raw`упал[аои]?|падени\p{L}*|пада(?:ет|ют)|снизи\p{L}*|сниж\p{L}*|уменьш\p{L}*|сократи\p{L}*|сокращ\p{L}*|понизи\p{L}*|подешевел\p{L}*|просе[лд]\p{L}*|замедли\p{L}*|${share('меньше|ниже')}`,
    ),
    above: words(
      `${ahead('(?<!не )(?:более|больше)|свыше', RU)}|не менее|как минимум|по меньшей мере|минимальн\\p{L}+`,
    ),
    below: words(
      `${ahead('(?<!не )(?:менее|меньше)', RU)}|не более|не больше|максим(?:ум|альн\\p{L}+)|не свыше`,
    ),
    from: words('не раньше|не ранее'),
    until: words('не позднее|не позже'),
    allows: words(String.raw`можно|разреш\p{L}*|допуска(?:ется|ются)`),
    forbids: words(String.raw`запрещ\p{L}*|нельзя|не (?:допуска\p{L}*|разреш\p{L}*)|не вправе`),
    unless: words('кроме|за исключением|только|лишь|без|если|но|вне'),
    has: words(String.raw`с|со|есть|име(?:ет|ют)\p{L}*|оснащ\p{L}*|содерж\p{L}+`),
    lacks: lacking('без|нет', 'его|её'),
    denies: /(?<!\p{L})(?:не|нет|без|ни|никогда|никто|ничего|нельзя|бесплатн\p{L}+|отмен\p{L}+)(?!\p{L})/iu,
  },
};
