-- What an administrator can ask for, once: the scripts of db/admin and `npm run admin` call the same functions. Ending
-- sessions and trying mail again are with those nouns. What runs with the owner's rights reads rows in which there are
-- secrets too, and shows none of them.

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

comment on function brief_age is 'How long ago, for a table: "just now", "5 min", "3 h", "2 d".';

create function utc_minute(at timestamptz) returns text
language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
$$;

comment on function utc_minute is 'A moment for a sentence, such as "2026-07-01 09:30 UTC".';

create function addresses_in(one text, several text) returns text[]
language sql immutable as $$
  select case
    when several = '' then array[one]
    else regexp_split_to_array(btrim(concat_ws(' ', nullif(one, ''), several), E' \t\r\n,;'), '[[:space:],;]+')
  end
$$;

comment on function addresses_in is 'One address as it stands, or with it a list with anything between them.';

-- Deciding and undoing.

create function decide_memberships(
  emails text[], new_status text, reason text default null, actor text default null, force boolean default false
) returns table (email text, full_name text, from_status text, to_status text)
language plpgsql as $$
declare
  found_ids text[];
  unconfirmed text[];
begin
  found_ids := array(select m.id from find_members(emails) m);
  perform lock_profiles(found_ids);

  unconfirmed := array(
    select u.email from users u join profiles p on p.id = u.id
    where u.id = any (found_ids) and u.email_confirmed_at is null and p.approval_status <> 'approved'
    order by u.email
  );
  if new_status = 'approved' and not force and cardinality(unconfirmed) > 0 then
    raise exception 'Not confirmed yet: %. To approve all the same, add --force (psql: -v force=1)',
      array_to_string(unconfirmed, ', ') using errcode = 'object_not_in_prerequisite_state';
  end if;

  return query
  select d.* from find_members(emails) m
  cross join lateral decide_membership(m.email, new_status, reason, actor) d
  order by m.nth;
end
$$;

comment on function decide_memberships is
  'decide_membership for several people, all or none. Whoever has not confirmed the address is approved only by force: '
  'it might be somebody else''s.';

create function undo_decisions(emails text[], reason text default null, actor text default null)
returns table (email text, full_name text, from_status text, to_status text, result text)
language plpgsql as $$
declare
  member record;
  latest record;
begin
  perform lock_profiles(array(select m.id from find_members(emails) m));

  for member in
    select m.email, m.id, p.full_name, p.approval_status from find_members(emails) m join profiles p on p.id = m.id order by m.nth
  loop
    select e.* into latest from approval_events e where e.user_id = member.id order by e.id desc limit 1;
    email := member.email;
    full_name := member.full_name;
    from_status := member.approval_status;
    to_status := member.approval_status;
    if latest.id is null then
      result := 'nothing to undo: nobody has decided yet';
    elsif latest.undoes is not null then
      result := format('nothing to undo: %s took the latest decision back, %s', latest.actor, utc_minute(latest.at));
    else
      result := format('took back what %s decided, %s', latest.actor, utc_minute(latest.at));
      to_status := coalesce(latest.from_status, 'pending');
      perform set_config('lanai.undoes', latest.id::text, true);
      perform decide_membership(member.email, to_status, reason, actor);
      perform set_config('lanai.undoes', '', true);
    end if;
    return next;
  end loop;
end
$$;

comment on function undo_decisions is
  'Takes the latest decision about each of these members back, as a new event. What was taken back stays so: undoing '
  'twice changes nothing more.';

-- Looking.

create function list_pending(page int default 1, per_page int default 50)
returns table (
  email text, full_name text, signed_up_at timestamptz, email_confirmed boolean, on_roster boolean, roster_spent boolean,
  page int, pages int, waiting bigint
)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.email, p.full_name, u.created_at, u.email_confirmed_at is not null, r.email is not null, r.spent_at is not null,
    list_pending.page, ceil(total.waiting / list_pending.per_page::numeric)::int, total.waiting
  from (select count(*) as waiting from profiles where approval_status = 'pending') total
  cross join (
    select u.* from users u
    where exists (select from profiles p where p.id = u.id and p.approval_status = 'pending')
    order by u.created_at, u.email
    limit list_pending.per_page offset (list_pending.page - 1) * list_pending.per_page
  ) u
  join profiles p on p.id = u.id
  left join roster r on r.email = u.email
  order by u.created_at, u.email
$$;

comment on function list_pending is 'A page of those who wait for a decision, longest first. No row on a page that does not exist.';

create function decision_history(member_email text default null, latest int default 50)
returns table (at timestamptz, email text, from_status text, to_status text, actor text, reason text, is_undo boolean)
language plpgsql stable as $$
declare
  member_id text;
begin
  if member_email is not null then
    select m.id into member_id from find_members(array[member_email]) m;
  end if;
  return query
  select e.at, coalesce(u.email, 'deleted account ' || e.user_id), e.from_status, e.to_status, e.actor, e.reason, e.undoes is not null
  from approval_events e
  left join users u on u.id = e.user_id
  where member_id is null or e.user_id = member_id
  order by e.id desc
  limit latest;
end
$$;

comment on function decision_history is 'The latest decisions, newest first: about one member or, without an address, about everybody.';

create function member_report(member_email text)
returns table (
  email text, full_name text, approval_status text, signed_up_at timestamptz, email_confirmed_at timestamptz,
  password_proven_at timestamptz, sessions bigint, last_seen_at timestamptz, on_roster boolean, roster_name text,
  roster_spent_at timestamptz, has_picture boolean
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  member_id constant text := (select m.id from find_members(array[member_email]) m);
begin
  return query
  select u.email, p.full_name, p.approval_status, u.created_at, u.email_confirmed_at, u.password_proven_at,
    count(s.id) filter (where s.expires_at > now()), max(s.last_seen_at),
    r.email is not null, r.name, r.spent_at, p.avatar_url is not null
  from users u
  join profiles p on p.id = u.id
  left join roster r on r.email = u.email
  left join sessions s on s.user_id = u.id
  where u.id = member_id
  group by u.id, p.id, r.email;
end
$$;

comment on function member_report is 'What an administrator may know about one member. No secret is in it.';

create function member_mails(member_email text, latest int default 10)
returns table (at timestamptz, kind text, state text, attempts int, last_error text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  member_id constant text := (select m.id from find_members(array[member_email]) m);
begin
  return query
  select coalesce(o.sent_at, o.dead_at, o.created_at), o.kind, outbox_state(o), o.attempts, o.last_error
  from outbox o
  where o.user_id = member_id
  order by o.created_at desc, o.id
  limit latest;
end
$$;

comment on function member_mails is 'What was told to or about one member, newest first, and what became of it.';

create function portal_stats() returns table (measure text, value text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select p.approval_status as status, u.email_confirmed_at is not null as confirmed, u.created_at
    from profiles p join users u on u.id = p.id
  ), people as (
    select count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'denied') as denied,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'pending' and confirmed) as pending_confirmed,
      min(created_at) filter (where status = 'pending') as longest,
      count(*) filter (where created_at > now() - interval '1 day') as today,
      count(*) filter (where created_at > now() - interval '7 days') as week
    from person
  ), visits as (
    select count(*) as sessions, count(distinct user_id) as signed_in,
      count(distinct user_id) filter (where last_seen_at > now() - interval '1 day') as seen
    from sessions where expires_at > now()
  ), expected as (
    select count(*) as expected, count(*) filter (where u.id is not null or r.spent_at is not null) as here,
      count(r.spent_at) as spent
    from roster r left join users u on u.email = r.email
  ), undelivered as (
    select count(*) filter (where dead_at is null) as waiting, count(*) filter (where dead_at is not null) as dead,
      min(created_at) filter (where dead_at is null) as oldest
    from outbox where sent_at is null
  )
  select line.measure, line.value
  from people, visits, expected, undelivered, lateral (values
    ('approved', approved::text),
    ('denied', denied::text),
    ('pending', pending::text),
    ('pending, address confirmed', pending_confirmed::text),
    ('waiting longest', coalesce(brief_age(longest), '-')),
    ('signed up in 24 h', today::text),
    ('signed up in 7 d', week::text),
    ('signed in now', signed_in || ' in ' || sessions || ' browsers'),
    ('seen in 24 h', seen::text),
    ('on the roster', expected::text),
    ('on the roster, signed up', here::text),
    ('on the roster, spent', spent::text),
    ('outbox, waiting', waiting::text),
    ('outbox, oldest', coalesce(brief_age(oldest), '-')),
    ('outbox, given up', dead::text)
  ) as line (measure, value)
$$;

comment on function portal_stats is 'The portal in numbers.';
