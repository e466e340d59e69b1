const NAME_LENGTH = 40;

/** SQL keywords, which can't be names. */
const TAKEN = new Set(
  'all and any as asc between by case cast check collate column cross current default desc distinct else end escape except exists false filter for from full glob group having if in index inner intersect is isnull join left like limit natural not notnull null of offset on or order outer over partition primary references right row rows select set table then to true union unique using values when where window with'.split(
    ' ',
  ),
);

/** Makes unique SQL names from labels: letters, digits and underscores. */
export function nameThings(labels: readonly string[], other: string): string[] {
  return labels.map(createNames(other));
}

/** As they come, one by one. */
export function createNames(other: string): (label: string) => string {
  const used = new Set<string>();
  let count = 0;
  return (label) => {
    count += 1;
    const base = toName(label) || `${other}_${count}`;
    let name = base;
    for (let more = 2; used.has(name); more += 1) name = `${base}_${more}`;
    used.add(name);
    return name;
  };
}

function toName(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/ß/g, 'ss')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_');
  const name = Array.from(plain)
    .slice(0, NAME_LENGTH)
    .join('')
    .replace(/^_+|_+$/g, '');
  return /^\d/.test(name) || TAKEN.has(name) ? `_${name}` : name;
}
