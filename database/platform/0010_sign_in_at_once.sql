-- What a sign-in by password asks in one message, instead of one statement after the other.

-- Takes one attempt of each subject, in order, up to the first that has none left. Returns 0, or the whole seconds until
-- that one has one again.
create function private.take_hits(subjects text[], allowed integer[], seconds integer[], at timestamptz)
returns integer language plpgsql set search_path = '' as $$
declare
  wait integer := 0;
begin
  for place in 1 .. cardinality(subjects) loop
    wait := private.take_hit(subjects[place], allowed[place], seconds[place], at);
    exit when wait > 0;
  end loop;
  return wait;
end
$$;

-- Locks an account as it was when its password was checked. AU001 when it was changed, barred or deleted meanwhile.
create function auth.lock_as_checked(checked uuid, checked_password text, at timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  -- Whoever waits here for a change looks again at the row that it left.
  perform from auth.users
    where id = checked and encrypted_password is not distinct from checked_password and deleted_at is null
      and (banned_until is null or banned_until <= at)
    for no key update;
  if not found then
    raise exception 'the account was changed while its password was checked' using errcode = 'AU001';
  end if;
end
$$;
