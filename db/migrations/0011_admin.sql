-- Functions for administrators. Those with security definer read rows that hold secrets, and return none of them.

create function brief_age(since timestamptz) returns text
language sql stable as $$
  select case
    when age < interval '2 minutes' then 'just now'
    when age < interval '2 hours' then floor(extract(epoch from age) / 60) || ' min'
    when age < interval '2 days' then floor(extract(epoch from age) / 3600) || ' h'
    else floor(extract(epoch from age) / 86400) || ' d'
  end
  from (select now() - since as age) elapsed
$$;

create function utc_minute(at timestamptz) returns text
language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
$$;

create function set_role(emails text[], role text, wanted boolean)
returns table (email text, full_name text, approval_status text, changed boolean)
language sql as $$
  with before as (
    select m.*, wanted <> case role when 'editor' then m.is_editor when 'admin' then m.is_admin end as is_changed
    from find_members(emails) f join members m on m.id = f.id order by f.nth
  ), changed as (
    update profiles p
    set is_editor = case role when 'editor' then wanted else p.is_editor end,
      is_admin = case role when 'admin' then wanted else p.is_admin end
    from before b where p.id = b.id and b.is_changed
  )
  select b.email, b.full_name, b.approval_status, b.is_changed from before b
$$;

create view decisions as
  select e.id, e.user_id, e.at, coalesce(u.email, 'deleted account ' || e.user_id) as email, e.from_status, e.to_status,
    e.actor, e.reason, e.undoes is not null as is_undo
  from approval_events e
  left join users u on u.id = e.user_id;

comment on view decisions is 'The history, with addresses as far as there are accounts.';

create function portal_stats() returns table (measure text, value text)
language sql stable security definer set search_path = public, pg_temp as $$
  with people as (
    select count(*) filter (where p.approval_status = 'approved') as approved,
      count(*) filter (where p.approval_status = 'denied') as denied,
      count(*) filter (where p.approval_status = 'pending') as pending,
      count(*) filter (where p.approval_status = 'pending' and u.email_confirmed_at is not null) as pending_confirmed,
      min(u.created_at) filter (where p.approval_status = 'pending') as longest,
      count(*) filter (where p.approval_status = 'approved' and u.password_hash is null) as invited,
      count(*) filter (where u.created_at > now() - interval '1 day') as today,
      count(*) filter (where u.created_at > now() - interval '7 days') as week
    from profiles p join users u on u.id = p.id
  ), visits as (
    select count(*) as sessions, count(distinct user_id) as signed_in,
      count(distinct user_id) filter (where last_seen_at > now() - interval '1 day') as seen
    from sessions where expires_at > now()
  ), undelivered as (
    select count(*) filter (where dead_at is null) as waiting, count(*) filter (where dead_at is not null) as dead,
      min(created_at) filter (where dead_at is null) as oldest
    from outbox where sent_at is null
  ), mailed as (
    select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'skipped') as skipped
    from messages
    where kind = 'mailing' and created_at > now() - interval '7 days'
  )
  select line.measure, line.value
  from people, visits, undelivered, mailed, lateral (values
    ('approved', approved::text),
    ('denied', denied::text),
    ('pending', pending::text),
    ('pending, confirmed', pending_confirmed::text),
    ('longest wait', coalesce(brief_age(longest), '-')),
    ('invited, not joined yet', invited::text),
    ('sign-ups in 24 h', today::text),
    ('sign-ups in 7 d', week::text),
    ('signed in now', signed_in || ' (' || sessions || ' sessions)'),
    ('active in 24 h', seen::text),
    ('messages waiting', waiting::text),
    ('oldest message', coalesce(brief_age(oldest), '-')),
    ('failed messages', dead::text),
    ('mailings in 7 d', sent || ' sent, ' || skipped || ' skipped')
  ) as line (measure, value)
$$;
