-- What was given up may have been told all the same, its answers lost. Trying it again counts on from the first try.

create or replace function retry_outbox(emails text[] default null)
returns table (id uuid, kind text, recipient text, last_error text, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if emails is not null then
    perform from find_members(emails);
  end if;
  return query
  with dead as (
    select o.*, o.expires_at is null as can_be_sent
    from outbox o
    where o.dead_at is not null
      and (emails is null or o.user_id in (select m.id from find_members(emails) m))
    order by o.created_at, o.id
    for update
  ), revived as (
    update outbox o
    -- The second try asks the provider first whether it has the message: an answer that got lost may be why it was given up.
    set dead_at = null, attempts = 1, next_attempt_at = now(), locked_until = null
    from dead
    where o.id = dead.id and dead.can_be_sent
    returning o.id
  )
  select dead.id, dead.kind, coalesce(dead.payload ->> 'to', dead.payload ->> 'email', u.email), dead.last_error,
    case when revived.id is null then 'stays: its link is gone, a new one must be asked for' else 'tried again' end
  from dead
  left join revived on revived.id = dead.id
  left join users u on u.id = dead.user_id
  order by dead.created_at, dead.id;
end
$$;

comment on column outbox.dead_at is 'When it was given up. Setting it to null, with attempts 1, tries again.';
