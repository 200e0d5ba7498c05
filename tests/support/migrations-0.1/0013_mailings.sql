-- Emails to all members. Each of them chooses the kinds, and can end one with a link.

create table mailings (
  name text primary key,
  planned_at timestamptz not null default now()
);

comment on table mailings is 'Emails to all members that were planned. The key makes sure that each is planned once.';

create view latest_mailings as
  select m.planned_at, m.name, o.state, o.last_error as why, count(o.id) as emails
  from (select * from mailings order by planned_at desc, name limit 20) m
  left join messages o on o.mailing = m.name
  group by 1, 2, 3, 4
  order by 1 desc, 2, 3, 4;

comment on view latest_mailings is 'How many emails were sent, wait, or were skipped and why.';

-- Security definer, because the gate calls it for people without a session.

create function end_mailing(given_token_hash text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  update profiles p set wanted_mail = array_remove(p.wanted_mail, replace(l.purpose, 'end_', ''))
  from links l
  where l.token_hash = given_token_hash and l.purpose like 'end\_%' and l.expires_at > now() and p.id = l.user_id
  returning true
$$;

create function settle_after_restore(older_than interval default '1 hour')
returns table (kind text, given_up bigint, kept bigint)
language sql security definer set search_path = public, pg_temp as $$
  insert into mailings (name) values ('restored') on conflict (name) do update set planned_at = now();
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

comment on function settle_after_restore is
  'Run it on a database restored from a backup, before anything delivers from it. Messages older than older_than become dead '
  'letters, because the lost database has probably sent them; for the others, delivery asks the provider first. Emails to all '
  'members that were due before now are not planned again.';
