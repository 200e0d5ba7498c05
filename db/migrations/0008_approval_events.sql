-- Approving and denying: one rule for every client, and an append-only history.

create table approval_events (
  id bigint generated always as identity primary key,
  user_id text not null,
  actor text not null,
  from_status text,
  to_status text not null,
  reason text,
  undone_event_id bigint
    constraint approval_events_undone_event_id_key unique
    references approval_events,
  created_at timestamptz not null default now()
);

create index approval_events_user_id on approval_events (user_id, created_at);

comment on table approval_events is
  'Every change of profiles.approval_status, and every deleted account. The latest row of a member has their current status. '
  'Append-only, but the reason is cleared when the account is deleted.';
comment on column approval_events.user_id is 'Deliberately no foreign key: the history outlives the account.';
comment on column approval_events.to_status is 'The new status; "deleted" when the account was deleted.';
comment on column approval_events.undone_event_id is 'The decision that this one undid; otherwise null.';

create function reject_history_changes() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and not exists (select from users where id = old.user_id) then
    return new;
  end if;
  raise exception 'The table % is append-only: its rows can''t be changed or deleted', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger approval_events_append_only
before update or delete on approval_events
for each row execute function reject_history_changes();

create trigger approval_events_not_truncated
before truncate on approval_events
for each statement execute function reject_history_changes();

create function has_decision(member_id text) returns boolean
language sql stable as $$
  select exists (select from approval_events e where e.user_id = member_id)
$$;

-- Functions decide with set_approval_status, which writes the history as well. The trigger records a status that a direct UPDATE or
-- INSERT has set.
create function record_decision(
  member_id text, from_status text, new_status text, actor text, reason text default null, undone_event_id bigint default null
) returns void
language plpgsql as $$
declare
  event_id bigint;
begin
  insert into approval_events (user_id, actor, from_status, to_status, reason, undone_event_id)
  values (member_id, actor_or_login(actor), from_status, new_status, nullif(reason, ''), undone_event_id)
  returning id into event_id;
  -- Going back to pending sends no email, but makes unsent emails about earlier decisions obsolete. People without a password
  -- get only their invitation. Within the minute, the decision can be undone.
  if new_status <> 'pending' and exists (select from users where id = member_id and password_hash is not null) then
    perform enqueue('membership_decided', 'membership_decided:' || event_id,
      jsonb_build_object('userId', member_id, 'eventId', event_id), due_at => now() + interval '1 minute');
  end if;
  -- An unsent invitation waits as long, and is sent only if the person is approved then.
  update outbox o set next_attempt_at = greatest(o.next_attempt_at, now() + interval '1 minute')
  where o.user_id = member_id and o.kind = 'invitation' and o.sent_at is null and o.dead_at is null and new_status <> 'approved';
end
$$;

create function set_approval_status(
  member_id text, new_status text, actor text, reason text default null, undone_event_id bigint default null
) returns text
language plpgsql as $$
declare
  old_status text;
begin
  -- Read under the lock: another decision may have come first.
  select p.approval_status into old_status from profiles p where p.id = member_id for update;
  if old_status <> new_status then
    perform record_decision(member_id, old_status, new_status, actor, reason, undone_event_id);
    update profiles set approval_status = new_status where id = member_id;
  end if;
  return old_status;
end
$$;

comment on function set_approval_status is
  'Sets the status, records who decided and why, and queues the email. Returns the status before. Idempotent: the same decision '
  'again changes and records nothing. Without an actor, the database login is recorded.';

-- Security definer, so that every role's decision is recorded.
create function record_direct_update() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  recorded_status text;
begin
  select e.to_status into recorded_status from approval_events e where e.user_id = new.id order by e.id desc limit 1;
  if new.approval_status <> coalesce(recorded_status, 'pending') then
    perform record_decision(new.id, case tg_op when 'UPDATE' then old.approval_status end, new.approval_status, null);
  end if;
  return null;
end
$$;

create trigger profiles_record_direct_update
after insert or update of approval_status on profiles
for each row execute function record_direct_update();

-- Guards against an UPDATE without WHERE, which would email every member within a minute.
create function reject_bulk_decisions() returns trigger
language plpgsql as $$
declare
  decided constant int := (
    select count(*) from new_profiles n join old_profiles o on o.id = n.id where n.approval_status <> o.approval_status
  );
begin
  if decided > 20 and coalesce(current_setting('lanai.allow_bulk', true), '') <> 'on' then
    raise exception 'This statement decides about % members at once, so nothing was changed. To allow that, run this first in '
      'the same session: SET lanai.allow_bulk = on', decided
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

create trigger profiles_reject_bulk_decisions
after update on profiles
referencing old table as old_profiles new table as new_profiles
for each statement execute function reject_bulk_decisions();

-- Denying or undoing can't remove the last administrator, on the command line either. At /people, check_action has said so before.
create function require_another_admin(member_id text, new_status text) returns void
language plpgsql stable as $$
begin
  if new_status <> 'approved' and is_last_admin(member_id) then
    raise exception '% is the last administrator. First name another one: npm run admin -- admins EMAIL (SQL: select * from set_role(array[''EMAIL''], ''admin'', true))',
      (select u.email from users u where u.id = member_id)
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;

create function decide_memberships(
  emails text[], new_status text, reason text default null, actor text default null, force boolean default false
) returns table (email text, full_name text, from_status text, to_status text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
  unconfirmed text;
  member record;
begin
  if new_status is null or new_status not in ('pending', 'approved', 'denied') then
    raise exception 'A status is pending, approved or denied, not "%"', new_status using errcode = 'invalid_parameter_value';
  end if;
  if new_status <> 'approved' then
    perform lock_admins();
  end if;
  perform lock_people(member_ids);
  select string_agg(m.email, ', ' order by m.email) into unconfirmed
  from members m
  where m.id = any (member_ids) and not m.email_confirmed and m.approval_status <> 'approved';
  if new_status = 'approved' and not force and unconfirmed is not null then
    raise exception 'Not confirmed yet: %. To approve anyway, add --force (SQL: force => true; psql: -v force=1)', unconfirmed
      using errcode = 'object_not_in_prerequisite_state';
  end if;

  for member in
    select f.id, f.email, p.full_name from find_members(emails) f join profiles p on p.id = f.id order by f.nth
  loop
    perform require_another_admin(member.id, new_status);
    email := member.email;
    full_name := member.full_name;
    from_status := set_approval_status(member.id, new_status, actor, reason);
    to_status := new_status;
    return next;
  end loop;
end
$$;

comment on function decide_memberships is
  'Sets the status of these members, all or none, and returns the old and the new one of each. Approves unconfirmed addresses '
  'only with force, because they may belong to someone else. Applies from the member''s next request and ends no session.';

create function undo_decisions(emails text[], reason text default null, actor text default null)
returns table (email text, full_name text, from_status text, to_status text, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
  latest record;
begin
  perform lock_admins();
  perform lock_people(member_ids);
  return query
  select f.email, p.full_name, p.approval_status,
    case when e.id is null or e.undone_event_id is not null then p.approval_status else coalesce(e.from_status, 'pending') end,
    case
      when e.id is null then 'nothing to undo: no decision yet'
      when e.undone_event_id is not null then 'nothing to undo: undone by ' || e.actor
      else 'undid the decision by ' || e.actor
    end
  from find_members(emails) f
  join profiles p on p.id = f.id
  left join lateral (select * from approval_events e where e.user_id = f.id order by e.id desc limit 1) e on true
  order by f.nth;

  for latest in
    select e.id, e.user_id, e.undone_event_id, coalesce(e.from_status, 'pending') as status_before
    from find_members(emails) f
    join lateral (select * from approval_events e where e.user_id = f.id order by e.id desc limit 1) e on true
    where e.undone_event_id is null
    order by f.nth
  loop
    perform require_another_admin(latest.user_id, latest.status_before);
    perform set_approval_status(
      latest.user_id, latest.status_before, undo_decisions.actor, undo_decisions.reason, undone_event_id => latest.id);
  end loop;
end
$$;

comment on function undo_decisions is
  'Undoes the latest decision about each of these members, as a new event. Idempotent: undoing twice changes nothing '
  'more.';

create function find_decision(event_id bigint)
returns table (email text, full_name text, approval_status text, was_member boolean, verdict text)
language sql stable as $$
  select u.email, p.full_name, p.approval_status, (
      -- An approval that was undone within its minute made nobody a member.
      select coalesce(bool_or(to_status = 'approved' and ended_at > created_at + interval '1 minute'), false)
      from (
        select to_status, created_at, lead(created_at) over (order by id) as ended_at from approval_events where user_id = u.id
      ) approvals
    ), case
      when p.approval_status = 'pending' then 'undecided'
      when exists (select from approval_events later where later.user_id = e.user_id and later.id > e.id) then 'superseded'
      when announced.to_status = p.approval_status
        and (e.undone_event_id is not null or announced.sent_at > now() - interval '10 minutes') then 'already_announced'
      else 'announce'
    end
  from approval_events e
  join users u on u.id = e.user_id
  join profiles p on p.id = u.id
  -- The last email about an earlier decision that was sent, or may have been, because the provider's answer is missing.
  left join lateral (
    select a.to_status, o.sent_at
    from approval_events a
    join outbox o on o.dedupe_key = 'membership_decided:' || a.id
    where a.user_id = e.user_id and a.id < e.id
      and (o.provider_message_id is not null or (o.sent_at is null and o.last_error is not null))
    order by a.id desc limit 1
  ) announced on true
  where e.id = event_id
$$;

grant select on approval_events to lanai_app;
grant execute on function has_decision, find_decision to lanai_app;
grant select on approval_events to lanai_admin;
grant execute on function decide_memberships, undo_decisions to lanai_admin;
