-- How many requests an address has sent to all processes: only of those that send many. Not logged: a restart may forget
-- a minute.
create unlogged table private.request_counts (
  -- Digest of the address.
  key text primary key,
  since timestamptz not null,
  count integer not null
);
alter table private.request_counts enable row level security;
create index request_counts_since on private.request_counts (since);

-- Adds to the counts of the current windows, and returns the sums, with the age of each window in milliseconds.
create function private.add_requests(keys text[], counts integer[], seconds integer)
returns table (key text, total integer, age double precision)
language sql set search_path = '' as $$
  insert into private.request_counts as known (key, since, count)
  -- In one order, so that two processes can't wait for each other.
  select added.key, clock_timestamp(), added.count from unnest(keys, counts) as added (key, count) order by added.key
  on conflict (key) do update set
    since = case when known.since > clock_timestamp() - make_interval(secs => seconds) then known.since else excluded.since end,
    count = case
      when known.since > clock_timestamp() - make_interval(secs => seconds) then known.count + excluded.count
      else excluded.count
    end
  returning known.key, known.count, 1000 * extract(epoch from clock_timestamp() - known.since)
$$;
