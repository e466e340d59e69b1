-- How an account gets its profile, its first credits and its consent record: all at once, and once.

-- The welcome grant has one source per person, whatever the amount: 15 and 10 can never add up.
create function private.open_account(
  owner uuid, welcome integer, marketing_accepted boolean, ip_address text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  person record;
begin
  select u.email, left(coalesce(u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name', ''), 200) as full_name
  into person from auth.users u where u.id = owner
  -- Before the user lock: deleting an account holds this row when it asks for the lock.
  for key share;
  if not found then return false; end if;
  perform private.lock_user(owner);
  insert into public.profiles (id, email, full_name) values (owner, person.email, person.full_name)
  on conflict (id) do nothing;
  if not found then return false; end if;
  insert into public.user_settings (user_id) values (owner) on conflict (user_id) do nothing;
  perform private.grant_credits(owner, 'welcome', welcome, null, 'welcome', owner::text);
  insert into public.user_consent (user_id, email, full_name, terms_accepted, marketing_accepted, ip_address, terms_version)
  values (owner, person.email, person.full_name, true, coalesce(open_account.marketing_accepted, false),
          open_account.ip_address, '1.0');
  return true;
end
$$;

-- The sign-up form sends the acceptance in its metadata. Whoever comes another way is asked at the first sign-in.
create function private.open_account_at_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_account(
    new.id, 15, new.raw_user_meta_data -> 'marketing_accepted' = 'true'::jsonb,
    nullif(current_setting('request.ip', true), ''));
  return null;
end
$$;
create trigger product_open_account after insert on auth.users
  for each row when (new.raw_user_meta_data -> 'terms_accepted' = 'true'::jsonb and not new.is_anonymous)
  execute function private.open_account_at_sign_up();

-- Credits are only spent by somebody who has proved an address, a phone number or a social account.
create function private.is_verified(owner uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.users u
    where u.id = owner and (
      u.email_confirmed_at is not null or u.phone_confirmed_at is not null
      or exists (select from auth.identities i where i.user_id = owner and i.provider not in ('email', 'phone'))
    )
  )
$$;
