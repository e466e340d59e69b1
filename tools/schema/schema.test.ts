import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { describeFunctions } from './describe-functions.ts';
import { describeTables } from './describe-tables.ts';
import { onMigratedDatabase } from './migrated-database.ts';
import { readFunctions } from './read-functions.ts';
import { readTables } from './read-tables.ts';
import { renderTypes } from './render-types.ts';

const SCHEMA = `
  create table public.shelves (id int primary key, name text unique);
  create table public.zz_books (
    id bigint generated always as identity primary key,
    shelf int not null references public.shelves (id) on delete cascade,
    title text not null default 'untitled' check (title <> ''),
    tags text[],
    length int generated always as (char_length(title)) stored
  );
  create index zz_books_by_title on public.zz_books (title);
  alter table public.zz_books enable row level security;
  create policy "read all" on public.zz_books for select to authenticated using (true);
  grant select, insert (title) on public.zz_books to authenticated;
  create function public.find_books(part text, most int default 10) returns setof public.zz_books
    language sql as $$ select * from public.zz_books limit most $$;
  create function public.count_books() returns table (shelf int, books bigint)
    language sql as $$ select shelf, count(*) from public.zz_books group by 1 $$;
  grant execute on function public.count_books() to anon;
`;

let types: string;
let tables: string[];
let functions: string[];

beforeAll(async () => {
  await onMigratedDatabase(async (database: Database) => {
    await database.exec(`${SCHEMA}; set search_path = ''`);
    tables = await describeTables(database, 'public');
    functions = await describeFunctions(database, 'public');
    types = renderTypes(await readTables(database), await readFunctions(database));
  });
});

describe('the types', () => {
  it('say what can be read and written of a table, and what it refers to', () => {
    expect(types).toContain(`      zz_books: {
        Row: {
          id: number;
          length: number | null;
          shelf: number;
          tags: string[] | null;
          title: string;
        };
        Insert: {
          id?: never;
          length?: never;
          shelf: number;
          tags?: string[] | null;
          title?: string;
        };
        Update: {
          id?: never;
          length?: never;
          shelf?: number;
          tags?: string[] | null;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'zz_books_shelf_fkey';
            columns: ['shelf'];
            isOneToOne: false;
            referencedRelation: 'shelves';
            referencedColumns: ['id'];
          },
        ];
      };`);
  });

  it('say what a function takes and returns', () => {
    expect(types).toContain(`      count_books: {
        Args: never;
        Returns: { shelf: number; books: number }[];
      };`);
    expect(types).toContain(`      find_books: {
        Args: { part: string; most?: number };
        Returns: Database['public']['Tables']['zz_books']['Row'][];
      };`);
  });
});

describe('the dump', () => {
  it('shows a table with all that belongs to it', () => {
    expect(tables).toContain(`create table public.zz_books (
  id bigint not null generated always as identity,
  shelf integer not null,
  title text not null default 'untitled'::text,
  tags text[],
  length integer generated always as (char_length(title)) stored,
  constraint zz_books_pkey PRIMARY KEY (id),
  constraint zz_books_title_check CHECK ((title <> ''::text)),
  constraint zz_books_shelf_fkey FOREIGN KEY (shelf) REFERENCES public.shelves(id) ON DELETE CASCADE
);
CREATE INDEX zz_books_by_title ON public.zz_books USING btree (title);
alter table public.zz_books enable row level security;
create policy "read all" on public.zz_books as permissive for select to authenticated
  using (true);
grant select, insert (title) on public.zz_books to authenticated;
`);
  });

  it('shows who may call a function', () => {
    expect(functions.find((text) => text.includes('count_books'))).toContain(
      '$function$;\ngrant execute on function public.count_books() to anon;\n',
    );
    expect(functions.find((text) => text.includes('find_books'))).not.toContain('grant');
  });
});
