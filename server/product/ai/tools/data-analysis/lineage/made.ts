/** What a value of a query is made of. */
export interface Made {
  /** Cells of a table, or rows that were counted, decide what it is. */
  readonly isData: boolean;
  /** Numbers of the query itself that come out as they are, or that change what comes out. */
  readonly typed: readonly string[];
  /** Texts of the query itself that come out as they are. */
  readonly words: readonly string[];
  /** How often it is multiplied by each unit; below nothing: divided. `%` stands for times one hundred, too. */
  readonly units: ReadonlyMap<string, number>;
  /** Columns of texts and days whose cells come out whole. */
  readonly texts: readonly string[];
  /** Of these, what was reckoned with: SQLite takes the digits that a text begins with, and says nothing. */
  readonly reckoned: readonly string[];
}

export const NOTHING: Made = {
  isData: false,
  typed: [],
  words: [],
  units: new Map(),
  texts: [],
  reckoned: [],
};

/** A cell of a table, or a count. */
export function isData(unit: string | null = null): Made {
  return { ...NOTHING, isData: true, units: new Map(unit === null ? [] : [[unit, 1]]) };
}

/** Its texts are taken for numbers. */
export function asNumber(made: Made): Made {
  return { ...made, texts: [], reckoned: [...new Set([...made.reckoned, ...made.texts])] };
}

/** One of them, or several of one kind. */
export function together(parts: readonly Made[]): Made {
  const units = new Map<string, number>();
  for (const [unit, times] of parts.flatMap((part) => [...part.units]))
    units.set(unit, Math.max(times, units.get(unit) ?? times));
  return {
    isData: parts.some((part) => part.isData),
    typed: [...new Set(parts.flatMap(({ typed }) => typed))],
    words: [...new Set(parts.flatMap((part) => part.words))],
    units,
    texts: [...new Set(parts.flatMap(({ texts }) => texts))],
    reckoned: [...new Set(parts.flatMap(({ reckoned }) => reckoned))],
  };
}

/** Two of them multiplied; to the power of -1, divided. */
export function product(left: Made, right: Made, power: 1 | -1): ReadonlyMap<string, number> {
  const units = new Map(left.units);
  for (const [unit, times] of right.units) units.set(unit, (units.get(unit) ?? 0) + times * power);
  return units;
}

export function raised(made: Made, power: number): Made {
  return { ...made, units: new Map([...made.units].map(([unit, times]) => [unit, times * power])) };
}

/** The one unit that its numbers are in; null: none, or several. */
export function unitOf({ units }: Made): string | null {
  const shown = [...units].filter(([unit, times]) => times !== 0 && (unit !== '%' || times > 0));
  const [[unit, times] = ['', 0]] = shown;
  return shown.length === 1 && (times === 1 || unit === '%') ? unit : null;
}

/** Whether its numbers are percentages already: 63.2 stands for 63.2 %. */
export const isPercentage = ({ units }: Made): boolean => (units.get('%') ?? 0) > 0;
