-- People, as administrators see them on the command line and at /people, and what can be done to them.

create view people as
  select u.id, u.email, p.full_name, p.company, p.role,
    case when p.approval_status = 'approved' and u.password_hash is null then 'invited' else p.approval_status end as status,
    u.created_at as signed_up_at, u.email_confirmed_at, u.email_confirmed_at is not null as email_confirmed,
    i.invited_at, i.invited_by, i.expires_at, i.accepted_at, case
      when i.accepted_at is not null then 'joined'
      when i.expires_at > now() then 'waiting'
      when i.user_id is not null then 'link expired'
    end as invitation,
    p.avatar_url is not null as has_picture, m.is_editor, m.is_admin,
    d.due_at as deletion_due_at, case when d.due_at is not null then coalesce(d.requested_by, 'the member') end as deletion_requested_by,
    (select count(*) from outbox o where o.user_id = u.id and o.dead_at is not null) as failed_messages,
    -- Subqueries, because PostgreSQL leaves out those that a statement doesn't read.
    (select count(*) from active_sessions s where s.user_id = u.id) as sessions,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
    (select e.actor from approval_events e where e.user_id = u.id order by e.id desc limit 1) as decided_by,
    (select e.created_at from approval_events e where e.user_id = u.id order by e.id desc limit 1) as decided_at,
    (select b.kind from current_bounces b where b.user_id = u.id order by b.occurred_at desc limit 1) as bounce,
    (select max(b.occurred_at) from current_bounces b where b.user_id = u.id) as bounced_at,
    m.is_being_removed
  from users u
  join profiles p on p.id = u.id
  join members m on m.id = u.id
  left join invitations i on i.user_id = u.id
  left join account_deletions d on d.user_id = u.id and d.cancelled_at is null;

comment on view people is 'Everyone with an account, without secrets: what administrators may read.';
comment on column people.status is '"invited" until they have chosen a password; otherwise the approval status.';

create function person_matches(email text, full_name text, company text, role text, patterns text[]) returns boolean
language sql stable as $$
  select matches_search(concat_ws(E'\n', email, full_name, company, role), patterns)
$$;

comment on function person_matches is 'What every search of people looks at.';

create function find_people(search text) returns setof people
language sql stable security definer set search_path = public, pg_temp as $$
  select p.*
  from people p, search_patterns(search) patterns
  where person_matches(p.email, p.full_name, p.company, p.role, patterns)
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
    where kind = 'broadcast' and created_at > now() - interval '7 days'
  )
  select line.measure, line.value
  from counted, undelivered, mailed, lateral (values
    ('approved', approved::text),
    ('denied', denied::text),
    ('pending', pending::text),
    ('pending, confirmed', pending_confirmed::text),
    ('longest wait', coalesce(to_char(now() - longest, 'FMDD "d" FMHH24 "h"'), '-')),
    ('invited, not joined yet', invited::text),
    ('sign-ups in 24 h', today::text),
    ('sign-ups in 7 d', week::text),
    ('signed in now', signed_in || ' (' || sessions || ' sessions)'),
    ('active in 24 h', seen::text),
    ('messages waiting', waiting::text),
    ('oldest message', coalesce(to_char(now() - oldest, 'FMDD "d" FMHH24 "h"'), '-')),
    ('failed messages', dead::text),
    ('broadcasts in 7 d', sent || ' sent, ' || skipped || ' skipped')
  ) as line (measure, value)
$$;

create index profiles_admins on profiles (id) where is_admin;

create function is_last_admin(person_id text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(bool_and(p.id = person_id), false)
  from people p
  where p.is_admin and p.status = 'approved' and p.deletion_due_at is null
$$;

-- What can be done to a person: one rule for the lists, the person's page and the action itself.
create function undoable_email(person people, admin text) returns text
language sql stable as $$
  select case
      when latest.actor <> admin or latest.undone_event_id is not null then null
      when mail.kind is not null then case when mail.waits then mail.kind end
      when latest.created_at > now() - interval '1 minute' and coalesce(person.invited_at < latest.created_at, true) then 'none'
    end
  from (select e.* from approval_events e where e.user_id = person.id order by e.id desc limit 1) latest
  left join lateral (
    select o.kind, o.sent_at is null and o.dead_at is null and coalesce(o.locked_until, now()) <= now() as waits
    from outbox o
    where o.dedupe_key = 'membership_decided:' || latest.id
      or (o.user_id = person.id and o.kind = 'invitation' and o.created_at = latest.created_at and latest.created_at = person.signed_up_at)
  ) mail on true
$$;

comment on function undoable_email is
  'The kind of email that the administrator''s undo would stop, while it waits: of their own latest decision, or of the invitation '
  'that made the account. "none" for a minute after a decision without an email, which people without a password don''t get. null '
  'when there is nothing to undo.';

create function check_action(person people, action text, admin text) returns text
language sql stable as $$
  select case
    when action = 'undo' and undoable_email(person, admin) is null then 'too_late_to_undo'
    when not case action
        when 'approve' then person.status in ('pending', 'denied')
        when 'approve_unconfirmed' then person.status in ('pending', 'denied')
        when 'deny' then person.status <> 'denied'
        when 'undo' then true
        when 'resend_confirmation' then person.status = 'pending' and person.deletion_due_at is null
        when 'invite' then person.status = 'invited' and person.deletion_due_at is null
        when 'revoke' then person.status = 'invited' and person.invitation is not null
        when 'end_sessions' then true
        when 'make_editor' then person.status = 'approved' and not person.is_editor and not person.is_being_removed
        when 'end_editor' then person.status = 'approved' and person.is_editor
        when 'make_admin' then person.status = 'approved' and not person.is_admin and not person.is_being_removed
        when 'end_admin' then person.status = 'approved' and person.is_admin
        -- Also when the member requested it: they can cancel that, but not an administrator's request.
        when 'delete' then not person.is_being_removed
        -- Never by the person: the request ended their own role.
        when 'keep' then person.is_being_removed
      end then 'decided_meanwhile'
    when person.is_admin and action in ('deny', 'undo', 'end_admin', 'delete') and is_last_admin(person.id) then 'last_admin'
    when action = 'approve' and not person.email_confirmed then 'unconfirmed'
    when action = 'resend_confirmation' and person.email_confirmed then 'confirmed_meanwhile'
    else 'done'
  end
$$;

comment on function check_action is '"done" when the administrator can do this to the person now, otherwise why not.';

-- A set, so that PostgreSQL inlines it into the statement that lists many people.
create function allowed_actions(person people, admin text) returns setof text
language sql stable as $$
  select action
  from unnest(array[
    'approve', 'approve_unconfirmed', 'deny', 'undo', 'resend_confirmation', 'invite', 'revoke', 'end_sessions', 'make_editor',
    'end_editor', 'make_admin', 'end_admin', 'delete', 'keep'
  ]) action
  where check_action(person, action, admin) = 'done'
$$;

create function apply_action(person people, action text, admin text, reason text, link_lifetime interval) returns void
language plpgsql as $$
begin
  case action
    when 'approve', 'approve_unconfirmed' then
      perform decide_memberships(array[person.email], 'approved', reason, admin, force => true);
    when 'deny' then perform decide_memberships(array[person.email], 'denied', reason, admin);
    when 'undo' then
      if undoable_email(person, admin) = 'invitation' then
        perform revoke_invitation(array[person.email], admin);
      else
        perform undo_decisions(array[person.email], null, admin);
      end if;
    when 'resend_confirmation' then perform request_email_with_token('confirm_email', person.email, link_lifetime);
    when 'invite' then perform invite(jsonb_build_array(jsonb_build_object('email', person.email)), admin);
    when 'revoke' then perform revoke_invitation(array[person.email], admin);
    when 'end_sessions' then perform end_sessions(array[person.email]);
    when 'make_editor', 'make_admin', 'end_editor', 'end_admin' then
      perform set_role(array[person.email], split_part(action, '_', 2), starts_with(action, 'make'));
    when 'delete' then perform schedule_deletions(array[person.email], admin);
    when 'keep' then perform cancel_deletions(array[person.email]);
  end case;
end
$$;

grant execute on function is_last_admin to lanai_app;
grant select on people to lanai_admin;
grant execute on function find_people, portal_stats to lanai_admin;
