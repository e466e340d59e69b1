-- Expands: results that people send to their own address, with what became of it.

create table public.result_mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  run_id uuid not null,
  -- Confirmed when it was asked for, and again before anything is sent.
  email text not null,
  with_receipt boolean not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
  error_code text check (error_code in ('too_large', 'refused', 'unavailable')),
  -- Also the fence: a worker that was replaced sends and changes nothing.
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'failed') = (error_code is not null)),
  foreign key (user_id, run_id) references public.ai_runs (user_id, id) on delete cascade
);
alter table public.result_mails enable row level security;
revoke all on public.result_mails from anon, authenticated, service_role;
grant select on public.result_mails to authenticated, service_role;
create policy "people see their own mails" on public.result_mails
  for select to authenticated using (user_id = (select auth.uid()));
create index result_mails_of_run on public.result_mails (user_id, run_id, created_at desc);
create unique index result_mails_one_at_work on public.result_mails (user_id, run_id)
  where status in ('queued', 'sending');

-- Returns the mail that is on its way, or was just sent, so that pressing twice sends once; otherwise a new one.
create function private.begin_result_mail(
  owner uuid, run uuid, address text, receipt boolean, out mail public.result_mails, out is_new boolean
)
language plpgsql set search_path = '' as $$
begin
  -- Its job is gone: none runs for that long.
  update public.result_mails m set status = 'failed', error_code = 'unavailable', finished_at = now()
  where m.user_id = owner and m.run_id = run and m.status in ('queued', 'sending')
    and m.created_at < now() - interval '15 minutes';
  is_new := false;
  select * into mail from public.result_mails m
  where m.user_id = owner and m.run_id = run and m.status = 'sent' and m.email = address
    and m.finished_at > now() - interval '10 seconds'
  order by m.created_at desc limit 1;
  if found then return; end if;
  insert into public.result_mails (user_id, run_id, email, with_receipt) values (owner, run, address, receipt)
  on conflict (user_id, run_id) where status in ('queued', 'sending') do nothing
  returning * into mail;
  is_new := found;
  if is_new then return; end if;
  select * into mail from public.result_mails m
  where m.user_id = owner and m.run_id = run and m.status in ('queued', 'sending');
end
$$;
revoke all on function private.begin_result_mail(uuid, uuid, text, boolean) from public;
