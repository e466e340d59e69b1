import type { ReactNode } from 'react';

/** A named component in all its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line py-5">
      <h3 className="type-slip text-text-3">{name}</h3>
      {children}
    </section>
  );
}

/** Lays out states side by side. */
export function States({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
