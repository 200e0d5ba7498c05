-- Emails to all members. Each of them chooses the kinds, and can end one with a link.

create table mailings (
  name text primary key,
  kind text not null,
  planned_at timestamptz not null default now()
);

comment on table mailings is 'Emails to all members that were planned. The key makes sure that each is planned once.';

create function plan_mailings(given jsonb) returns bigint
language sql as $$
  with wanted as (
    select * from jsonb_to_recordset(given)
      as m (name text, kind text, item text, at bigint, "lastsSeconds" float8, "waitSeconds" int)
  ), mailing as (
    insert into mailings (name, kind) select w.name, w.kind from wanted w order by w.name
    on conflict do nothing
    returning name
  ), queued as (
    insert into outbox (kind, dedupe_key, payload, user_id, next_attempt_at, expires_at)
    select 'mailing', w.name || ' ' || u.id,
      jsonb_build_object('userId', u.id, 'mailing', w.kind, 'item', w.item, 'at', w.at),
      u.id, now() + make_interval(secs => coalesce(w."waitSeconds", 0)), now() + make_interval(secs => w."lastsSeconds")
    from wanted w
    join mailing using (name)
    join profiles p on p.approval_status = 'approved' and w.kind = any (p.wanted_mail)
    -- Whoever hasn't accepted their invitation has no password.
    join users u on u.id = p.id and u.password_hash is not null
    returning 1
  )
  select count(*) from queued
$$;

comment on function plan_mailings is
  'Queues the emails of mailings that weren''t planned before, for all members who want them. Returns how many. Each waits '
  'for waitSeconds, and expires after lastsSeconds.';

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

comment on function end_mailing is
  'Ends one kind of emails for the member whose email had this link, every time until it expires. null, and no change, when the '
  'link is unknown or expired.';
