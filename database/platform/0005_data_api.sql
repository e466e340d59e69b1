-- What the data API needs of the database for itself.

create schema rest;
grant usage on schema rest to anon, authenticated, service_role;

-- Stands in the conditions of its statements, behind "there is time left, or …", and so ends one that ran for too long
-- at the next row it comes to. PGlite looks at no timeout, and everybody waits while its engine is started again.
-- Cheap by declaration: the planner then asks it before conditions that are dear.
create function rest.out_of_time() returns boolean
language plpgsql parallel safe cost 0.01 set search_path = '' as $$
begin
  raise exception 'the statement took longer than it may'
    using errcode = 'query_canceled', hint = 'Ask for fewer rows or relations, or write in smaller steps.';
end
$$;
grant execute on function rest.out_of_time() to anon, authenticated, service_role;
