import { Refusal } from './refusal.ts';

/** A parsed form in Stripe's bracket notation: `a[b]=1`, `list[0][c]=2`, `list[]=3`. */
export interface FormTree {
  [key: string]: FormTree | FormTree[] | string | string[];
}

type Branch = Map<string, Branch | string>;

export function parseForm(text: string): FormTree {
  const root: Branch = new Map();
  let unnamed = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map(([whole, inner]) =>
      inner === '' ? String((unnamed += 1)) : (inner ?? whole),
    );
    place(root, path, value);
  }
  const tree = toTree(root);
  if (typeof tree === 'string' || Array.isArray(tree)) throw unreadable();
  return tree;
}

const unreadable = (): Refusal => new Refusal(400, { message: 'Invalid request body' });

function place(branch: Branch, [key, ...rest]: string[], value: string): void {
  if (key === undefined) throw unreadable();
  if (rest.length === 0) {
    branch.set(key, value);
    return;
  }
  const next = branch.get(key) ?? new Map<string, Branch | string>();
  if (typeof next === 'string') throw unreadable();
  branch.set(key, next);
  place(next, rest, value);
}

function toTree(branch: Branch): FormTree | FormTree[] | string[] {
  const entries = [...branch].map(([key, value]): [string, FormTree[string]] => [
    key,
    typeof value === 'string' ? value : toTree(value),
  ]);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  if (!isList) return Object.fromEntries(entries);
  const values = entries.map(([, value]) => value);
  const words = values.filter((value) => typeof value === 'string');
  return words.length === values.length
    ? words
    : values.flatMap((value) => (typeof value === 'string' || Array.isArray(value) ? [] : [value]));
}
