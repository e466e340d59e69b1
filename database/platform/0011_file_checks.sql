-- Compares the store for files with storage.objects, page by page in the order of versions.
create index objects_version on storage.objects (version collate "C");

-- The last comparison. One row.
create table private.file_checks (
  one boolean primary key default true check (one),
  checked_at timestamptz not null default now(),
  -- Versions that rows refer to.
  files bigint not null,
  -- Those of them that the store doesn't have, and the first few of these.
  lost bigint not null,
  lost_versions text[] not null,
  -- Objects in the store that no row refers to, for longer than the grace, and how many of them were removed.
  unknown bigint not null,
  removed bigint not null
);
alter table private.file_checks enable row level security;
