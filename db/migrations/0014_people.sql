-- People, as administrators see them on the command line and at /people, and what they do there.

create function search_key(word text) returns text
language sql immutable as $$
  select lower(regexp_replace(normalize(word, NFKD), '[\u0300-\u036f''`ʻʼ‘’]', '', 'g'))
$$;

create view people as
  select u.id, u.email, p.full_name,
    case when p.approval_status = 'approved' and u.password_hash is null then 'invited' else p.approval_status end as status,
    u.created_at as signed_up_at, u.email_confirmed_at, u.email_confirmed_at is not null as email_confirmed,
    i.invited_at, i.invited_by, i.expires_at, i.came_at, case
      when i.came_at is not null then 'joined'
      when i.expires_at > now() then 'waiting'
      when i.user_id is not null then 'link expired'
    end as invitation,
    p.avatar_url is not null as has_picture, p.is_editor, p.is_admin,
    d.due_at as deleted_at, case when d.due_at is not null then coalesce(d.requested_by, 'the member') end as deleted_by,
    visits.sessions, visits.last_seen_at,
    (select count(*) from outbox o where o.user_id = u.id and o.dead_at is not null) as failed_messages,
    latest.actor as decided_by, latest.at as decided_at, latest.undoes is not null as is_undone
  from users u
  join profiles p on p.id = u.id
  left join invitations i on i.user_id = u.id
  left join account_deletions d on d.user_id = u.id and d.kept_at is null
  left join lateral (
    select count(*) filter (where s.expires_at > now()) as sessions, max(s.last_seen_at) as last_seen_at
    from sessions s
    where s.user_id = u.id
  ) visits on true
  left join lateral (
    select e.actor, e.at, e.undoes from approval_events e where e.user_id = u.id order by e.id desc limit 1
  ) latest on true;

comment on view people is 'Everyone with an account, without secrets: what administrators may read.';
comment on column people.status is '"invited" until they have chosen a password; otherwise the approval status.';

create function find_people(part text) returns setof people
language sql stable security definer set search_path = public, pg_temp as $$
  select p.*
  from people p
  where position(search_key(clean_text(part)) in search_key(p.email)) > 0
    or position(search_key(clean_text(part)) in search_key(p.full_name)) > 0
  order by p.email
$$;

create function portal_stats() returns table (measure text, value text)
language sql stable security definer set search_path = public, pg_temp as $$
  with counted as (
    select count(*) filter (where status in ('approved', 'invited')) as approved,
      count(*) filter (where status = 'denied') as denied,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'pending' and email_confirmed) as pending_confirmed,
      min(signed_up_at) filter (where status = 'pending') as longest,
      count(*) filter (where status = 'invited') as invited,
      count(*) filter (where signed_up_at > now() - interval '1 day') as today,
      count(*) filter (where signed_up_at > now() - interval '7 days') as week,
      coalesce(sum(sessions), 0) as sessions, count(*) filter (where sessions > 0) as signed_in,
      count(*) filter (where last_seen_at > now() - interval '1 day') as seen
    from people
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
  from counted, undelivered, mailed, lateral (values
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

-- For /people. Security definer, because the application's role may not decide. Each function checks the session itself.

create function find_session_admin(session_hash text) returns text
language sql stable as $$
  select m.email
  from sessions s
  join members m on m.id = s.user_id
  where s.id = session_hash and s.expires_at > now() and m.approval_status = 'approved' and m.is_admin
$$;

create function people_for_admin(session_hash text, part text) returns setof people
language sql stable security definer set search_path = public, pg_temp as $$
  select p.* from find_people(part) p where find_session_admin(session_hash) is not null
$$;

create function person_for_admin(session_hash text, person_id text) returns table (person people, record jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select p, jsonb_build_object(
    'messages', (
      select coalesce(jsonb_agg(m order by m.at desc, m.id), '[]')
      from (select * from messages m where m.user_id = p.id order by m.at desc, m.id limit 10) m
    ),
    'decisions', (
      select coalesce(jsonb_agg(d order by d.id desc), '[]')
      from (select * from decisions d where d.user_id = p.id order by d.id desc limit 50) d
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('user_agent', s.user_agent, 'last_seen_at', s.last_seen_at) order by s.last_seen_at desc), '[]')
      from sessions s
      where s.user_id = p.id and s.expires_at > now()
    )
  )
  from people p
  where p.id = person_id and find_session_admin(session_hash) is not null
$$;

comment on function person_for_admin is
  'A person, the latest messages to them, the decisions about them, and their sessions. No row for everyone but administrators.';

create function undo_own(admin text, person_id text) returns boolean
language plpgsql as $$
declare
  latest approval_events;
  mail outbox;
  is_new constant boolean := exists (
    select from invitations i join users u on u.id = i.user_id where u.id = person_id and u.created_at = i.invited_at
  );
begin
  select e.* into latest from approval_events e where e.user_id = person_id order by e.id desc limit 1;
  select o.* into mail from outbox o
  where o.user_id = person_id and o.sent_at is null and o.dead_at is null and coalesce(o.locked_until, now()) <= now()
    and (o.dedupe_key = 'membership_decided:' || latest.id or (o.kind = 'invitation' and is_new))
  for update;
  if mail.id is null or latest.actor <> admin or latest.undoes is not null then
    return false;
  elsif mail.kind = 'invitation' then
    perform revoke_invitation(array[u.email], admin) from users u where u.id = person_id;
  else
    perform undo_decisions(array[u.email], null, admin) from users u where u.id = person_id;
  end if;
  return true;
end
$$;

comment on function undo_own is
  'Undoes the administrator''s own decision, or the invitation that made the account, while its email waits. Otherwise false.';

create function act_on_people(
  session_hash text, action text, person_ids text[], seen_status text, reason text default null
) returns table (outcome text, changed bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  admin text;
  emails text[];
begin
  -- One administrator acts at a time, so that no two remove each other.
  perform from profiles p where p.is_admin order by p.id for update;
  perform lock_profiles(person_ids);
  admin := find_session_admin(session_hash);
  if admin is null or not exists (select from people p where p.id = any (person_ids)) then
    return;
  end if;
  -- An unconfirmed address may be someone else's: it is approved alone, by whoever has read that.
  emails := array(
    select p.email
    from people p
    where p.id = any (person_ids) and p.status = seen_status
      and (action <> 'approve' or p.email_confirmed or cardinality(person_ids) = 1)
    order by p.email
  );
  changed := cardinality(emails);
  outcome := case when changed > 0 then 'done' else 'decided_meanwhile' end;
  begin
    case action
      when 'approve' then perform decide_memberships(emails, 'approved', reason, admin, force => true);
      when 'deny' then perform decide_memberships(emails, 'denied', reason, admin);
      when 'invite' then perform invite(jsonb_agg(jsonb_build_object('email', e.email)), admin) from unnest(emails) e (email);
      when 'end_sessions' then perform end_sessions(emails);
      when 'make_editor' then perform set_role(emails, 'editor', true);
      when 'end_editor' then perform set_role(emails, 'editor', false);
      when 'make_admin' then perform set_role(emails, 'admin', true);
      when 'end_admin' then perform set_role(emails, 'admin', false);
      when 'delete' then perform schedule_deletions(emails, admin);
      when 'keep' then perform keep_accounts(emails);
      when 'undo' then
        select count(*) filter (where undo_own(admin, p.id)) into changed from people p where p.email = any (emails);
        outcome := case when changed > 0 then 'done' else 'too_late_to_undo' end;
    end case;
    if not exists (select from people p where p.status = 'approved' and p.is_admin and p.deleted_at is null) then
      raise sqlstate 'LA001';
    end if;
  exception
    when sqlstate 'LA001' then
      outcome := 'last_admin';
  end;
  return next;
end
$$;

comment on function act_on_people is
  'Does this in the administrator''s name to those of these people whose status still is the one that was seen. No row when none '
  'of them exists, or the session isn''t an administrator''s. Refuses to leave the portal without an administrator.';

create function invite_for_admin(session_hash text, people jsonb, is_trial boolean)
returns table (id text, email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  admin constant text := find_session_admin(session_hash);
  known constant text[] := array(select u.email from users u);
  invited jsonb;
begin
  if admin is null then
    return;
  end if;
  begin
    select jsonb_agg(i) into invited from invite(people, admin) i;
    -- The minute is for an undo.
    update outbox o set next_attempt_at = now() + interval '1 minute'
    where o.kind = 'invitation' and o.sent_at is null and o.created_at = now();
    if is_trial then
      raise sqlstate 'LA001';
    end if;
  exception
    when sqlstate 'LA001' then null;
  end;
  return query
  select m.id, i.email, i.name, case when i.outcome = 'invited' and i.email = any (known) then 'invited again' else i.outcome end
  from jsonb_to_recordset(invited) as i (email text, name text, outcome text)
  left join members m on m.email = i.email
  order by i.email;
end
$$;

comment on function invite_for_admin is
  'Invites people as invite does, with a minute for an undo; in a trial, says what would happen and changes nothing. No row when '
  'the session isn''t an administrator''s.';
