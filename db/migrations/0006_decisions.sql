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
  'Every change of profiles.approval_status, written by a trigger, and every deleted account. '
  'Append-only, but the reason is cleared when the account is deleted.';
comment on column approval_events.user_id is 'Deliberately no foreign key: the history outlives the account.';
comment on column approval_events.to_status is 'The new status; "deleted" when the account was deleted.';
comment on column approval_events.undoes is 'The decision that this one undid; otherwise null.';

create function refuse_rewriting_history() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
      and not exists (select from users where id = old.user_id) then
      return new;
    end if;
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

-- Security definer, so that every role's decision is recorded. People without a password get only their invitation.

create function record_decision() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event_id bigint;
begin
  insert into approval_events (user_id, actor, from_status, to_status, reason, undoes)
  values (
    new.id, current_actor(), case tg_op when 'UPDATE' then old.approval_status end, new.approval_status,
    nullif(current_setting('lanai.reason', true), ''), nullif(current_setting('lanai.undoes', true), '')::bigint
  )
  returning id into event_id;
  -- Going back to pending sends no email, but makes unsent emails about earlier decisions obsolete.
  if new.approval_status <> 'pending' and exists (select from users where id = new.id and password_hash is not null) then
    perform enqueue('membership_decided', 'membership_decided:' || event_id,
      jsonb_build_object('userId', new.id, 'eventId', event_id));
  end if;
  return null;
end
$$;

create trigger profiles_record_decision
after update on profiles
for each row when (old.approval_status is distinct from new.approval_status)
execute function record_decision();

create trigger profiles_record_first_decision
after insert on profiles
for each row when (new.approval_status <> 'pending')
execute function record_decision();

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

create function lock_profiles(member_ids text[]) returns void
language plpgsql as $$
begin
  -- Ordered by id, so that concurrent decisions cannot deadlock.
  perform from profiles p where p.id = any (member_ids) order by p.id for update;
end
$$;

create function decide_membership(member_email text, new_status text, reason text default null, actor text default null)
returns table (email text, full_name text, from_status text, to_status text)
language plpgsql as $$
declare
  member record;
begin
  select m.email, m.id, p.full_name, p.approval_status into member
  from find_members(array[member_email]) m
  join profiles p on p.id = m.id;
  -- Read again under the lock: another decision may have come first.
  select p.approval_status into member.approval_status from profiles p where p.id = member.id for update;
  perform set_actor(actor, reason);
  update profiles set approval_status = new_status where id = member.id and approval_status <> new_status;
  return query select member.email, member.full_name, member.approval_status, new_status;
end
$$;

comment on function decide_membership is
  'Sets the status of the member with this address and returns the old and the new one. Idempotent: the same decision again '
  'changes and records nothing. Applies from the member''s next request and ends no session.';

create function decide_memberships(
  emails text[], new_status text, reason text default null, actor text default null, force boolean default false
) returns table (email text, full_name text, from_status text, to_status text)
language plpgsql as $$
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
  unconfirmed text;
begin
  perform lock_profiles(member_ids);
  select string_agg(m.email, ', ' order by m.email) into unconfirmed
  from members m
  where m.id = any (member_ids) and not m.email_confirmed and m.approval_status <> 'approved';
  if new_status = 'approved' and not force and unconfirmed is not null then
    raise exception 'Not confirmed yet: %. To approve anyway, add --force (psql: -v force=1)', unconfirmed
      using errcode = 'object_not_in_prerequisite_state';
  end if;

  return query
  select d.* from find_members(emails) m
  cross join lateral decide_membership(m.email, new_status, reason, actor) d
  order by m.nth;
end
$$;

comment on function decide_memberships is
  'decide_membership for several people, all or none. Approves unconfirmed addresses only with force, because they may '
  'belong to someone else.';

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
      result := 'nothing to undo: no decision yet';
    elsif latest.undoes is not null then
      result := format('nothing to undo: %s undid the latest decision, %s', latest.actor, utc_minute(latest.at));
    else
      result := format('undid the decision by %s, %s', latest.actor, utc_minute(latest.at));
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
  'Undoes the latest decision about each of these members, as a new event. Idempotent: undoing twice changes nothing '
  'more.';

create function find_decision(event_id bigint)
returns table (email text, full_name text, approval_status text, verdict text)
language sql stable as $$
  select m.email, m.full_name, m.approval_status,
    case
      when m.approval_status = 'pending' then 'undecided'
      when exists (select from approval_events later where later.user_id = e.user_id and later.id > e.id)
        then 'superseded'
      when announced.to_status = m.approval_status and announced.sent_at > now() - interval '10 minutes' then 'already_announced'
      else 'announce'
    end
  from approval_events e
  join members m on m.id = e.user_id
  -- An email whose sending got no answer may have arrived.
  left join lateral (
    select earlier.to_status, o.sent_at
    from approval_events earlier
    join outbox o on o.dedupe_key = 'membership_decided:' || earlier.id
    where earlier.user_id = e.user_id and earlier.id < e.id
      and (o.provider_id is not null or (o.sent_at is null and o.last_error is not null))
    order by earlier.id desc
    limit 1
  ) announced on true
  where e.id = event_id
$$;

comment on function find_decision is
  'The member of a recorded decision, their current status, and whether to email it: "announce", or why not. Approving, '
  'denying and approving again within minutes sends one email. No row when the account is gone.';
