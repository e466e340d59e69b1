-- With several servers on one database, the wait after repeated deaths is about the one that dies: a machine that is
-- replaced again and again must not make the runs of the others wait, nor clear those that kill them of suspicion.
alter table private.server_deaths add column holder text not null default '';
alter table private.server_deaths alter column holder drop default;
-- The server that last died with this run at work.
alter table private.run_leases add column lost_by text;

create or replace function private.begin_life(beginner text, alone boolean, out lost integer, out wait double precision)
language plpgsql set search_path = '' as $$
declare
  held record;
  has_died boolean;
  pause interval;
begin
  delete from private.server_lives where alone or holder = beginner;
  has_died := found;
  insert into private.server_lives (holder) values (beginner);
  delete from private.server_deaths where noticed_at < now() - interval '10 minutes';
  lost := 0;
  for held in
    select l.run_id, l.user_id from private.run_leases l
    where l.lease_until is not null and (alone or l.holder = beginner)
    order by l.user_id, l.run_id
  loop
    if lost = 0 then insert into private.server_deaths (holder) values (beginner); end if;
    select private.wait_after(count(*)::integer) into pause from private.server_deaths d where d.holder = beginner;
    lost := lost + 1;
    perform private.lock_user(held.user_id);
    perform private.void_calls(l.run_id, l.attempt) from private.run_leases l where l.run_id = held.run_id;
    update public.ai_runs r set status = 'queued', partial_text = '' where r.id = held.run_id and r.status = 'running';
    update private.run_leases l set
      holder = null, lease_until = null, deaths = l.deaths + 1, lost_at = clock_timestamp(), lost_by = beginner,
      not_before = clock_timestamp() + pause
    where l.run_id = held.run_id;
    perform private.add_run_event(
      held.run_id, 'requeued', jsonb_build_object('resume_at', clock_timestamp() + pause));
  end loop;
  if lost = 0 and has_died then
    select private.wait_after(count(*)::integer) into pause from private.server_deaths d where d.holder = beginner;
    update private.run_leases l set deaths = 0, not_before = greatest(l.not_before, clock_timestamp() + pause)
    where l.lost_by = beginner and l.lease_until is null;
  end if;
  wait := extract(epoch from coalesce(pause, interval '0'));
end
$$;
