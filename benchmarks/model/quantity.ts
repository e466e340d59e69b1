/** The powers of a unit's parts: `request/person/day` is { request: 1, person: -1, day: -1 }, `1` is {}. */
type Unit = ReadonlyMap<string, number>;

/** A number with its unit, so that a formula that mixes them up fails instead of printing something. */
export class Quantity {
  readonly value: number;
  readonly #unit: Unit;

  private constructor(value: number, unit: Unit) {
    this.value = value;
    this.#unit = unit;
  }

  /** `unit` has factors with `*`, and after the first `/` divisors: `core*s/request`. */
  static of(value: number, unit: string): Quantity {
    return new Quantity(value, parse(unit));
  }

  times(other: Quantity): Quantity {
    return new Quantity(this.value * other.value, product(this.#unit, other.#unit, 1));
  }

  per(other: Quantity): Quantity {
    return new Quantity(this.value / other.value, product(this.#unit, other.#unit, -1));
  }

  plus(other: Quantity): Quantity {
    return new Quantity(this.value + other.in(this.unit), this.#unit);
  }

  /** Throws if it's a quantity of something else. */
  in(unit: string): number {
    if (this.unit !== nameOf(parse(unit))) throw new Error(`${this.unit} is not ${unit}`);
    return this.value;
  }

  get unit(): string {
    return nameOf(this.#unit);
  }
}

function parse(text: string): Unit {
  const [over = '', ...under] = text.split('/');
  const powers = new Map<string, number>();
  const add = (part: string, power: number): void => {
    if (part !== '1') powers.set(part, (powers.get(part) ?? 0) + power);
  };
  for (const part of over.split('*')) add(part, 1);
  for (const part of under) add(part, -1);
  return powers;
}

function product(one: Unit, other: Unit, sign: 1 | -1): Unit {
  const powers = new Map(one);
  for (const [part, power] of other) powers.set(part, (powers.get(part) ?? 0) + sign * power);
  return powers;
}

function nameOf(unit: Unit): string {
  const parts = [...unit].filter(([, power]) => power !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const repeated = (wanted: 1 | -1): string[] =>
    parts.flatMap(([part, power]) =>
      Math.sign(power) === wanted ? Array.from({ length: Math.abs(power) }, () => part) : [],
    );
  const over = repeated(1).join('*');
  return [over === '' ? '1' : over, ...repeated(-1)].join('/');
}
