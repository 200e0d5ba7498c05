-- Approving and denying: one rule for every client, and an append-only history.

create table approval_events (
  id bigint generated always as identity primary key,
  user_id text not null,
  actor text not null,
  from_status text,
  to_status text not null,
  reason text,
  undoes bigint
    constraint approval_events_undone_once unique
    references approval_events,
  at timestamptz not null default now()
);

create index approval_events_user_id on approval_events (user_id, at);

comment on table approval_events is
  'Every change of profiles.approval_status, and every deleted account. The latest row of a member has their current status. '
  'Append-only, but the reason is cleared when the account is deleted.';
comment on column approval_events.user_id is 'Deliberately no foreign key: the history outlives the account.';
comment on column approval_events.to_status is 'The new status; "deleted" when the account was deleted.';
comment on column approval_events.undoes is 'The decision that this one undid; otherwise null.';

create function refuse_rewriting_history() returns trigger
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
for each row execute function refuse_rewriting_history();

create trigger approval_events_not_truncated
before truncate on approval_events
for each statement execute function refuse_rewriting_history();

create function is_decided(member_id text) returns boolean
language sql stable as $$
  select exists (select from approval_events e where e.user_id = member_id)
$$;

-- Functions decide with change_status, which writes the history as well. The trigger records a status that a bare UPDATE or
-- INSERT has set.

create function record_decision(
  member_id text, from_status text, new_status text, actor text, reason text default null, undoes bigint default null
) returns void
language plpgsql as $$
declare
  event_id bigint;
begin
  insert into approval_events (user_id, actor, from_status, to_status, reason, undoes)
  values (member_id, actor_or_login(actor), from_status, new_status, nullif(reason, ''), undoes)
  returning id into event_id;
  -- Going back to pending sends no email, but makes unsent emails about earlier decisions obsolete. People without a password
  -- get only their invitation. The minute is for an undo.
  if new_status <> 'pending' and exists (select from users where id = member_id and password_hash is not null) then
    perform enqueue('membership_decided', 'membership_decided:' || event_id,
      jsonb_build_object('userId', member_id, 'eventId', event_id), due => now() + interval '1 minute');
  end if;
  -- An invitation that has not left waits as long, and leaves only to whoever is approved then.
  update outbox o set next_attempt_at = greatest(o.next_attempt_at, now() + interval '1 minute')
  where o.user_id = member_id and o.kind = 'invitation' and o.sent_at is null and o.dead_at is null and new_status <> 'approved';
end
$$;

create function change_status(
  member_id text, new_status text, actor text, reason text default null, undoes bigint default null
) returns text
language plpgsql as $$
declare
  old_status text;
begin
  -- Read under the lock: another decision may have come first.
  select p.approval_status into old_status from profiles p where p.id = member_id for update;
  if old_status <> new_status then
    perform record_decision(member_id, old_status, new_status, actor, reason, undoes);
    update profiles set approval_status = new_status where id = member_id;
  end if;
  return old_status;
end
$$;

comment on function change_status is
  'Sets the status, records who decided and why, and queues the email. Returns the status before. Idempotent: the same decision '
  'again changes and records nothing. Without an actor, the database login is recorded.';

-- Security definer, so that every role's decision is recorded.

create function record_bare_decision() returns trigger
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

create trigger profiles_record_decision
after insert or update of approval_status on profiles
for each row execute function record_bare_decision();

-- Guards against an UPDATE without WHERE, which would email every member within a minute.

create function refuse_many_decisions() returns trigger
language plpgsql as $$
declare
  decided constant int := (
    select count(*) from new_profiles n join old_profiles o on o.id = n.id where n.approval_status <> o.approval_status
  );
begin
  if decided > 20 and coalesce(current_setting('lanai.many', true), '') <> 'yes' then
    raise exception 'This statement decides about % members at once, so nothing was changed. To allow that, run this first in '
      'the same session: SET lanai.many = ''yes''', decided
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

create trigger profiles_refuse_many_decisions
after update on profiles
referencing old table as old_profiles new table as new_profiles
for each statement execute function refuse_many_decisions();

create function decide_memberships(
  emails text[], new_status text, reason text default null, actor text default null, force boolean default false
) returns table (email text, full_name text, from_status text, to_status text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
  unconfirmed text;
begin
  perform lock_people(member_ids);
  select string_agg(m.email, ', ' order by m.email) into unconfirmed
  from members m
  where m.id = any (member_ids) and not m.email_confirmed and m.approval_status <> 'approved';
  if new_status = 'approved' and not force and unconfirmed is not null then
    raise exception 'Not confirmed yet: %. To approve anyway, add --force (SQL: force => true)', unconfirmed
      using errcode = 'object_not_in_prerequisite_state';
  end if;

  return query
  select f.email, p.full_name, change_status(f.id, new_status, actor, reason), new_status
  from find_members(emails) f
  join profiles p on p.id = f.id
  order by f.nth;
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
begin
  perform lock_people(member_ids);
  return query
  select f.email, p.full_name, p.approval_status,
    case when e.id is null or e.undoes is not null then p.approval_status else coalesce(e.from_status, 'pending') end,
    case
      when e.id is null then 'nothing to undo: no decision yet'
      when e.undoes is not null then 'nothing to undo: undone by ' || e.actor
      else 'undid the decision by ' || e.actor
    end
  from find_members(emails) f
  join profiles p on p.id = f.id
  left join lateral (select * from approval_events e where e.user_id = f.id order by e.id desc limit 1) e on true
  order by f.nth;

  perform change_status(e.user_id, coalesce(e.from_status, 'pending'), undo_decisions.actor, undo_decisions.reason, undoes => e.id)
  from (select distinct on (user_id) * from approval_events where user_id = any (member_ids) order by user_id, id desc) e
  where e.undoes is null;
end
$$;

comment on function undo_decisions is
  'Undoes the latest decision about each of these members, as a new event. Idempotent: undoing twice changes nothing '
  'more.';

create function find_decision(event_id bigint)
returns table (email text, full_name text, approval_status text, was_member boolean, verdict text)
language sql stable as $$
  select u.email, p.full_name, p.approval_status, (
      -- An approval that was taken back within the minute for an undo made nobody a member.
      select coalesce(bool_or(to_status = 'approved' and ended_at > at + interval '1 minute'), false)
      from (
        select to_status, at, lead(at) over (order by id) as ended_at from approval_events where user_id = u.id
      ) approvals
    ), case
      when p.approval_status = 'pending' then 'undecided'
      when exists (select from approval_events later where later.user_id = e.user_id and later.id > e.id) then 'superseded'
      when announced.to_status = p.approval_status
        and (e.undoes is not null or announced.sent_at > now() - interval '10 minutes') then 'already_announced'
      else 'announce'
    end
  from approval_events e
  join users u on u.id = e.user_id
  join profiles p on p.id = u.id
  -- The last email about an earlier decision that was sent, or may have been: its sending got no answer.
  left join lateral (
    select a.to_status, o.sent_at
    from approval_events a
    join outbox o on o.dedupe_key = 'membership_decided:' || a.id
    where a.user_id = e.user_id and a.id < e.id
      and (o.provider_id is not null or (o.sent_at is null and o.last_error is not null))
    order by a.id desc limit 1
  ) announced on true
  where e.id = event_id
$$;
