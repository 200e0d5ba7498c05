-- Emails to all members, who choose the topics and can unsubscribe from one by a link.

create table broadcasts (
  name text primary key,
  created_at timestamptz not null default now()
);

comment on table broadcasts is 'Emails to all members that were queued. The primary key makes sure that each is queued once.';

create table restores (
  restored_at timestamptz primary key default now()
);

comment on table restores is 'When this database was restored from a backup: broadcasts that were due before are not queued again.';

create view latest_broadcasts as
  select m.created_at, m.name, o.state, o.last_error as reason, count(o.id) as emails
  from (select * from broadcasts order by created_at desc, name limit 20) m
  left join messages o on o.broadcast = m.name
  group by 1, 2, 3, 4
  order by 1 desc, 2, 3, 4;

comment on view latest_broadcasts is 'Of the last 20 broadcasts, how many emails were sent, wait, failed or were skipped, and the reason.';

-- Security definer, because the gate calls it for people without a session.
create function unsubscribe(p_token_hash text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  update profiles p set email_preferences = array_remove(p.email_preferences, replace(t.purpose, 'unsubscribe_', ''))
  from email_tokens t
  where t.token_hash = p_token_hash and t.purpose like 'unsubscribe\_%' and t.expires_at > now() and p.id = t.user_id
  returning true
$$;

create function reconcile_after_restore(older_than interval default '1 hour')
returns table (kind text, failed bigint, retrying bigint)
language sql security definer set search_path = public, pg_temp as $$
  insert into restores default values on conflict do nothing;
  with settled as (
    update outbox o
    set dead_at = case when is_old then now() end,
      payload = case when is_old then o.payload - 'token' else o.payload end,
      last_error = case when is_old then 'restored' else o.last_error end,
      -- A second attempt first asks the provider whether it has the message.
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

comment on function reconcile_after_restore is
  'Run it on a database restored from a backup, before anything delivers from it. Messages older than older_than become dead '
  'letters, because the lost database has probably sent them; for the others, delivery asks the provider first. Emails to all '
  'members that were due before now are not queued again.';

grant execute on function unsubscribe to lanai_edge;
grant select, insert on broadcasts to lanai_app;
grant select on restores to lanai_app;
grant select on latest_broadcasts to lanai_admin;
grant execute on function reconcile_after_restore to lanai_admin;
