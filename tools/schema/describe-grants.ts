/** The letters of an access control list: https://www.postgresql.org/docs/current/ddl-priv.html */
const PRIVILEGES: Readonly<Record<string, string>> = {
  r: 'select',
  a: 'insert',
  w: 'update',
  d: 'delete',
  D: 'truncate',
  x: 'references',
  t: 'trigger',
  m: 'maintain',
  X: 'execute',
  U: 'usage',
  C: 'create',
};
const ENTRY = /^(?<grantee>.*)=(?<letters>[a-zA-Z*]*)\/.*$/;

export interface AccessList {
  /** Entries such as `anon=r/postgres`; null where nothing was granted. */
  readonly acl: readonly string[] | null;
  readonly column?: string;
}

/** `grant` statements, one for all who have the same rights. What the owner grants itself is left out. */
export function describeGrants(target: string, owner: string, lists: readonly AccessList[]): string {
  const rights = new Map<string, Map<string, string[]>>();
  for (const { acl, column } of lists) {
    for (const entry of acl ?? []) {
      const { grantee = '', letters = '' } = ENTRY.exec(entry)?.groups ?? {};
      if (grantee === owner) continue;
      for (const letter of letters.replaceAll('*', '').split('')) {
        addTo(rights, grantee === '' ? 'public' : grantee, PRIVILEGES[letter] ?? letter, column);
      }
    }
  }
  return render(target, rights);
}

function addTo(
  rights: Map<string, Map<string, string[]>>,
  grantee: string,
  privilege: string,
  column?: string,
): void {
  const privileges = rights.get(grantee) ?? new Map<string, string[]>();
  rights.set(grantee, privileges);
  const columns = privileges.get(privilege) ?? [];
  privileges.set(privilege, columns);
  if (column !== undefined) columns.push(column);
}

function render(target: string, rights: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>): string {
  const grantees = new Map<string, string[]>();
  for (const [grantee, privileges] of rights) {
    const text = [...privileges]
      .map(([privilege, columns]) =>
        columns.length === 0 ? privilege : `${privilege} (${columns.join(', ')})`,
      )
      .join(', ');
    grantees.set(text, [...(grantees.get(text) ?? []), grantee]);
  }
  return [...grantees]
    .map(([privileges, names]) => `grant ${privileges} on ${target} to ${names.toSorted().join(', ')};\n`)
    .toSorted()
    .join('');
}
