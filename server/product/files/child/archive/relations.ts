import { posix } from 'node:path';
import { type Archive, demandPart, UnreadableError } from './open-archive.ts';
import { type Attributes, localName, readXml } from './read-xml.ts';

export interface Relation {
  readonly id: string;
  /** Last part of its type's address, which differs between the standard's two variants: `worksheet`. */
  readonly type: string;
  /** Path of the part in the archive. */
  readonly part: string;
}

/** Relations of a part of an Office file, or of the whole file if `part` is empty. Parts outside the file are left out. */
export async function relationsOf(archive: Archive, part = ''): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  await readXml(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`), {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return;
      const place = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      relations.push({ id, type: type?.split('/').at(-1) ?? '', part: place });
    },
  });
  return relations;
}

/** The relation that an element refers to, whose part must be there; null if it refers to none. Throws UnreadableError. */
export function relationOf(
  archive: Archive,
  relations: readonly Relation[],
  attributes: Attributes,
): Relation | null {
  // Elements may have an `id` of their own, without a prefix.
  const [, id] =
    Object.entries(attributes).find(([name]) => name.includes(':') && localName(name) === 'id') ?? [];
  if (id === undefined) return null;
  const relation = relations.find((each) => each.id === id);
  if (relation === undefined) throw new UnreadableError('broken', `there is no relation ${id}`);
  demandPart(archive, relation.part);
  return relation;
}
