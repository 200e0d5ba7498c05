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
    latest.actor as decided_by, latest.at as decided_at
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
    select e.actor, e.at from approval_events e where e.user_id = u.id order by e.id desc limit 1
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

-- What can be done to a person: one rule for the lists, the person's page and the action itself.

create function lock_admins() returns void
language sql as $$
  select pg_advisory_xact_lock(hashtext('lanai.admins'))
$$;

comment on function lock_admins is
  'One at a time may remove an administrator, so that no two remove each other. Called before any row is locked.';

create function is_last_admin(person_id text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(bool_and(p.id = person_id), false)
  from people p
  where p.is_admin and p.status = 'approved' and p.deleted_at is null
$$;

comment on function is_last_admin is 'Whether this is the only administrator who will stay.';

create function find_undo(person people, admin text) returns text
language sql stable as $$
  select case
      when latest.actor <> admin or latest.undoes is not null then null
      when mail.kind is not null then case when mail.waits then mail.kind end
      when latest.at > now() - interval '1 minute' and coalesce(person.invited_at < latest.at, true) then 'none'
    end
  from (select e.* from approval_events e where e.user_id = person.id order by e.id desc limit 1) latest
  left join lateral (
    select o.kind, o.sent_at is null and o.dead_at is null and coalesce(o.locked_until, now()) <= now() as waits
    from outbox o
    where o.dedupe_key = 'membership_decided:' || latest.id
      or (o.user_id = person.id and o.kind = 'invitation' and o.created_at = latest.at and latest.at = person.signed_up_at)
  ) mail on true
$$;

comment on function find_undo is
  'The kind of email that the administrator''s undo would stop, while it waits: of their own latest decision, or of the invitation '
  'that made the account. "none" for a minute after a decision without an email, which people without a password don''t get. null '
  'when there is nothing to undo.';

create function judge_act(person people, action text, admin text) returns text
language sql stable as $$
  select case
    when action = 'undo' and find_undo(person, admin) is null then 'too_late_to_undo'
    when not case action
        when 'approve' then person.status in ('pending', 'denied')
        when 'approve_unconfirmed' then person.status in ('pending', 'denied')
        when 'deny' then person.status <> 'denied'
        when 'undo' then true
        when 'resend_confirmation' then person.status = 'pending' and person.deleted_at is null
        when 'invite' then person.status = 'invited' and person.deleted_at is null
        when 'revoke' then person.status = 'invited' and person.invitation is not null
        when 'end_sessions' then true
        when 'make_editor' then person.status = 'approved' and not person.is_editor
        when 'end_editor' then person.status = 'approved' and person.is_editor
        when 'make_admin' then person.status = 'approved' and not person.is_admin
        when 'end_admin' then person.status = 'approved' and person.is_admin
        -- Members can keep an account that they wanted deleted, until an administrator wants it, too.
        when 'delete' then coalesce(person.deleted_by = 'the member', true)
        when 'keep' then person.deleted_by <> 'the member'
      end then 'decided_meanwhile'
    when person.is_admin and action in ('deny', 'undo', 'end_admin', 'delete') and is_last_admin(person.id) then 'last_admin'
    when action = 'approve' and not person.email_confirmed then 'unconfirmed'
    when action = 'resend_confirmation' and person.email_confirmed then 'confirmed_meanwhile'
    else 'done'
  end
$$;

comment on function judge_act is '"done" when the administrator can do this to the person now, otherwise why not.';

create function acts_for(person people, admin text) returns text[]
language sql stable as $$
  select array(
    select action
    from unnest(array[
      'approve', 'approve_unconfirmed', 'deny', 'undo', 'resend_confirmation', 'invite', 'revoke', 'end_sessions', 'make_editor',
      'end_editor', 'make_admin', 'end_admin', 'delete', 'keep'
    ]) action
    where judge_act(person, action, admin) = 'done'
  )
$$;

create function do_act(person people, action text, admin text, reason text, link_lifetime interval) returns void
language plpgsql as $$
begin
  case action
    when 'approve', 'approve_unconfirmed' then
      perform decide_memberships(array[person.email], 'approved', reason, admin, force => true);
    when 'deny' then perform decide_memberships(array[person.email], 'denied', reason, admin);
    when 'undo' then
      if find_undo(person, admin) = 'invitation' then
        perform revoke_invitation(array[person.email], admin);
      else
        perform undo_decisions(array[person.email], null, admin);
      end if;
    when 'resend_confirmation' then perform request_link('confirm_email', person.email, link_lifetime);
    when 'invite' then perform invite(jsonb_build_array(jsonb_build_object('email', person.email)), admin);
    when 'revoke' then perform revoke_invitation(array[person.email], admin);
    when 'end_sessions' then perform end_sessions(array[person.email]);
    when 'make_editor' then perform set_role(array[person.email], 'editor', true);
    when 'end_editor' then perform set_role(array[person.email], 'editor', false);
    when 'make_admin' then perform set_role(array[person.email], 'admin', true);
    when 'end_admin' then perform set_role(array[person.email], 'admin', false);
    when 'delete' then perform schedule_deletions(array[person.email], admin);
    when 'keep' then perform keep_accounts(array[person.email]);
  end case;
end
$$;

-- For /people. Security definer, because the application's role may not decide. Each function checks the session itself.

create function find_session_admin(session_hash text) returns text
language sql stable as $$
  select m.email
  from sessions s
  join members m on m.id = s.user_id
  where s.id = session_hash and s.expires_at > now() and m.approval_status = 'approved' and m.is_admin
$$;

create function count_people_for_admin(session_hash text, part text) returns table (status text, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.status, count(*) from find_people(part) p where find_session_admin(session_hash) is not null group by p.status
$$;

create function people_for_admin(session_hash text, part text, with_status text, at_most int, skipped int)
returns table (person people, acts text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select shown.p, acts_for(shown.p, admin)
  from find_session_admin(session_hash) admin, (
    select found as p
    from find_people(part) found
    where found.status = with_status
    order by case found.status when 'pending' then found.signed_up_at when 'invited' then found.invited_at end,
      found.last_seen_at desc nulls last, found.email
    limit at_most offset skipped
  ) shown
  where admin is not null
$$;

comment on function people_for_admin is
  'Who waits longest or was invited longest ago first, then by last visit, each with what the administrator can do.';

create function person_for_admin(session_hash text, person_id text) returns table (person people, acts text[], record jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select p, acts_for(p, admin), jsonb_build_object(
    'undo', find_undo(p, admin),
    'waiting', (select count(*) from people w where w.status = 'pending'),
    'next', (select w.id from people w where w.status = 'pending' and w.id <> p.id order by w.signed_up_at, w.email limit 1),
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
  from people p, find_session_admin(session_hash) admin
  where p.id = person_id and admin is not null
$$;

comment on function person_for_admin is
  'A person, what the administrator can do, what an undo would stop, who waits longest, the latest messages to the person, the '
  'decisions about them, and their sessions. No row for everyone but administrators.';

create function act_on_people(
  session_hash text, action text, person_ids text[], seen_statuses text[], reason text, link_lifetime interval
) returns table (id text, outcome text, status text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  admin text;
  person people;
  seen record;
begin
  if action in ('deny', 'undo', 'end_admin', 'delete') then
    perform lock_admins();
  end if;
  perform lock_people(person_ids);
  if action = 'undo' then
    -- So that none is sent meanwhile.
    perform from outbox o where o.user_id = any (person_ids) and o.sent_at is null and o.dead_at is null order by o.id for update;
  end if;
  admin := find_session_admin(session_hash);
  if admin is null then
    return;
  end if;
  for seen in select given.id, given.status from unnest(person_ids, seen_statuses) as given (id, status) loop
    select p.* into person from people p where p.id = seen.id;
    outcome := case
      when person.id is null then 'gone'
      when seen.status = 'invited' and person.status = 'approved' then 'joined_meanwhile'
      when seen.status <> person.status then 'decided_meanwhile'
      else judge_act(person, action, admin)
    end;
    if outcome = 'done' then
      perform do_act(person, action, admin, reason, link_lifetime);
      select p.* into person from people p where p.id = seen.id;
      if person.id is null then
        outcome := 'revoked';
      end if;
    end if;
    id := seen.id;
    status := person.status;
    return next;
  end loop;
end
$$;

comment on function act_on_people is
  'Does this in the administrator''s name to those of these people whose status still is the one that was seen. Says for each '
  'whether it was "done", deleted an account that nobody has used ("revoked"), or why not; and the status since. No row when the '
  'session isn''t an administrator''s.';

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
