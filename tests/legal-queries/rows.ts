import type { RestWorld } from '../worlds/rest-world.ts';
import { SAMPLES } from './arbitrary-values.ts';

/** Rows of two people made of the samples, with nulls between them. */
export async function fillBoard(world: RestWorld, [first, second]: readonly [string, string]): Promise<void> {
  await world.sql(
    `insert into board.projects (id, owner_id, reviewer_id, name, tags, details, budget, created_at)
     select i, case when i % 3 = 0 then $2 else $1 end::uuid, case i % 4 when 0 then $2 when 1 then $1 end::uuid,
       'p' || i || ($3::text[])[1 + i % cardinality($3::text[])],
       ($4::text[])[1 + i % cardinality($4::text[])]::text[],
       ($5::text[])[1 + i % (cardinality($5::text[]) + 1)]::jsonb,
       ($6::text[])[1 + i % (cardinality($6::text[]) + 1)]::numeric,
       ($7::text[])[1 + i % cardinality($7::text[])]::timestamptz
     from generate_series(1, 14) i`,
    [first, second, SAMPLES.text, SAMPLES.texts, SAMPLES.json, SAMPLES.numeric, SAMPLES.moment],
  );
  await world.sql(
    `insert into board.tasks (id, owner_id, project_id, parent_id, title, priority, is_done, due, big, code)
     select i, case when i % 4 = 0 then $2 else $1 end::uuid, nullif(i % 8, 0), case when i % 3 = 0 then i / 2 end,
       ($3::text[])[1 + i % cardinality($3::text[])], nullif(i % 5, 4), i % 3 = 1,
       ($4::text[])[1 + i % (cardinality($4::text[]) + 1)]::date,
       ($5::text[])[1 + i % (cardinality($5::text[]) + 1)]::bigint,
       left(($3::text[])[1 + i * 7 % (cardinality($3::text[]) + 3)], 8)
     from generate_series(1, 40) i`,
    [first, second, SAMPLES.text, SAMPLES.date, SAMPLES.bigint],
  );
  await world.sql(
    `insert into board.comments (task_id, author_id, body)
     select 1 + i * 7 % 25, $1, ($2::text[])[1 + i % cardinality($2::text[])] from generate_series(1, 40) i`,
    [first, SAMPLES.text],
  );
  await world.sql(
    `insert into board.task_details
     select i * 2, ($1::text[])[1 + i % (cardinality($1::text[]) + 1)] from generate_series(1, 15) i`,
    [SAMPLES.text],
  );
  await world.sql(
    `insert into board.task_labels select distinct 1 + i % 30, 1 + i % 7 % 3 from generate_series(1, 50) i`,
  );
  await world.sql(
    `insert into board.members
     select i, person, ($3::text[])[1 + i % cardinality($3::text[])]
     from generate_series(1, 10) i, unnest(array[$1, $2]::uuid[]) person where i % 4 > 0 or person = $1::uuid`,
    [first, second, SAMPLES.text],
  );
  await world.sql(
    `insert into board.bookings
     select i, nullif(i % 9, 0), ($1::text[])[1 + i % (cardinality($1::text[]) + 1)],
       ($2::text[])[1 + i % (cardinality($2::text[]) + 1)]::daterange,
       ($3::text[])[1 + i % (cardinality($3::text[]) + 1)]::int4range,
       ($4::text[])[1 + i % (cardinality($4::text[]) + 1)]::jsonb
     from generate_series(1, 25) i`,
    [SAMPLES.text, SAMPLES.days, SAMPLES.seats, SAMPLES.json],
  );
}
