-- Whose account was erased, and when: a backup from before would bring it back, and is told by this list whom to
-- erase again. The program keeps a copy outside of the database. The id alone, which the books keep too.
create table private.erased_accounts (
  user_id uuid primary key,
  erased_at timestamptz not null default now()
);
alter table private.erased_accounts enable row level security;

-- A trigger, so that no way to remove an account can forget it.
create function private.note_erased_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.erased_accounts (user_id) values (old.id)
  on conflict (user_id) do update set erased_at = excluded.erased_at;
  perform pg_notify('account_erased', old.id::text);
  return null;
end
$$;
create trigger note_erased_account after delete on auth.users
  for each row execute function private.note_erased_account();
