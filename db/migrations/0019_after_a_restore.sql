-- After a backup was restored: what waited when it was made has most likely been told since, by the database that was lost.

create function settle_after_restore(older_than interval default '1 hour')
returns table (kind text, given_up bigint, kept bigint)
language sql security definer set search_path = public, pg_temp as $$
  -- What is due only later was due later there, too: nobody has been told.
  with settled as (
    update outbox o
    set dead_at = case when is_old then now() end,
      payload = case when is_old then o.payload - 'token' else o.payload end,
      last_error = case when is_old then 'restored' else o.last_error end,
      -- A second try asks the provider first whether it has the message already.
      attempts = greatest(o.attempts, 1),
      locked_until = null
    from (
      select w.id, w.created_at <= now() - older_than as is_old
      from outbox w
      where w.sent_at is null and w.dead_at is null and w.next_attempt_at <= now()
      for update
    ) waiting
    where o.id = waiting.id
    returning o.kind, is_old
  )
  select s.kind, count(*) filter (where is_old), count(*) filter (where not is_old)
  from settled s
  group by s.kind
  order by s.kind
$$;

comment on function settle_after_restore is
  'For a database that was restored from a backup, before anything delivers from it: gives up messages that have waited '
  'longer than this, and has the provider asked about the others before they are sent.';

revoke execute on function settle_after_restore(interval) from lanai_app;
grant execute on function settle_after_restore(interval) to lanai_admin;
