import { create } from 'zustand';

interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Start of a range: the row selected last. */
  readonly anchor: string | null;
  readonly toggle: (id: string) => void;
  /** Selects from the anchor to this row in page order. */
  readonly extend: (id: string, order: readonly string[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Selected rows, for bulk actions. */
export const useSelection = create<Selection>((set) => ({
  ids: NONE,
  anchor: null,
  toggle: (id) =>
    set(({ ids }) => {
      const kept = new Set(ids);
      if (!kept.delete(id)) kept.add(id);
      return { ids: kept, anchor: id };
    }),
  extend: (id, order) =>
    set(({ ids, anchor }) => {
      const from = anchor === null ? -1 : order.indexOf(anchor);
      const to = order.indexOf(id);
      const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      return { ids: new Set([...ids, ...range]), anchor: anchor ?? id };
    }),
  clear: () => set({ ids: NONE, anchor: null }),
}));
