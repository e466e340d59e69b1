-- Several processes on one database, each with the same folder of files.

-- Which folder holds the files: an id that is kept in it, too. One row.
create table private.data_folder (
  one boolean primary key default true check (one),
  id text not null
);
alter table private.data_folder enable row level security;
