-- Letting people in: one rule for every client, and a record of every decision that nobody can rewrite.

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
  'Every change of profiles.approval_status, written by trigger, and the end of accounts that members deleted themselves. '
  'Rows are never changed or removed; only the reason is forgotten, once the account is gone.';
comment on column approval_events.id is 'In the order of the decisions about one member.';
comment on column approval_events.user_id is 'Deliberately no foreign key: the record outlives the account.';
comment on column approval_events.actor is 'The setting lanai.actor of the deciding transaction, else the database role.';
comment on column approval_events.from_status is 'null when the profile was created with this status.';
comment on column approval_events.to_status is 'What the status became; "deleted" for the end of the account.';
comment on column approval_events.reason is 'The setting lanai.reason of the deciding transaction; null when none was given.';
comment on column approval_events.undoes is 'The decision that this one took back; null when it is a decision of its own.';
comment on column approval_events.at is 'When the deciding transaction began.';

-- With the owner's rights: the record writes itself, whoever decides, and nobody but it writes there. (Who decided is the
-- session's role, which stays what it was.)

create function record_approval_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into approval_events (user_id, actor, from_status, to_status, reason, undoes)
  values (
    new.id,
    coalesce(nullif(current_setting('lanai.actor', true), ''), session_user),
    case tg_op when 'UPDATE' then old.approval_status end,
    new.approval_status,
    nullif(current_setting('lanai.reason', true), ''),
    nullif(current_setting('lanai.undoes', true), '')::bigint
  );
  return null;
end
$$;

comment on function record_approval_event is 'Trigger: writes down a change of profiles.approval_status, who made it and why.';

create trigger profiles_record_decision
after update on profiles
for each row when (old.approval_status is distinct from new.approval_status)
execute function record_approval_event();

-- A sign-up is no decision; a profile that begins as anything but pending is one.
create trigger profiles_record_first_decision
after insert on profiles
for each row when (new.approval_status <> 'pending')
execute function record_approval_event();

create function refuse_rewriting_history() returns trigger
language plpgsql as $$
begin
  raise exception 'The table % is append only: no row of it can be changed or removed', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

comment on function refuse_rewriting_history is 'Trigger: fails for every statement that removes rows of a record.';

create trigger approval_events_append_only
before delete or truncate on approval_events
for each statement execute function refuse_rewriting_history();

-- The record of decisions outlives an account, but not what was written in it about the person: an event has a reason in
-- somebody's own words, and it is forgotten with the account.

create function allow_forgetting_reasons() returns trigger
language plpgsql as $$
begin
  if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and not exists (select from users where id = old.user_id) then
    return new;
  end if;
  raise exception 'The table % is append only: no row of it can be changed or removed', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

comment on function allow_forgetting_reasons is
  'Trigger: fails for every change of a record but forgetting the reason once the account is gone.';

create trigger approval_events_only_forget
before update on approval_events
for each row execute function allow_forgetting_reasons();

create function is_decided(member_id text) returns boolean
language sql stable as $$
  select exists (select from approval_events e where e.user_id = member_id)
$$;

comment on function is_decided is 'Whether anybody ever decided about this account, whatever came after.';

create function lock_profiles(member_ids text[]) returns void
language plpgsql as $$
begin
  -- In one order everywhere: two administrators at once cannot wait for each other.
  perform from profiles p where p.id = any (member_ids) order by p.id for update;
end
$$;

comment on function lock_profiles is 'Nobody else decides about these members until the end of the transaction.';

create function decide_membership(member_email text, new_status text, reason text default null, actor text default null)
returns table (email text, full_name text, from_status text, to_status text)
language plpgsql as $$
declare
  member record;
  outer_actor constant text := coalesce(current_setting('lanai.actor', true), '');
  outer_reason constant text := coalesce(current_setting('lanai.reason', true), '');
begin
  select u.id, u.email, p.full_name, p.approval_status into member
  from users u
  join profiles p on p.id = u.id
  where u.email = lower(btrim(member_email))
  for update of p;

  if not found then
    raise exception 'No member has the e-mail address "%"', member_email using errcode = 'no_data_found';
  end if;

  perform set_config('lanai.actor', coalesce(nullif(actor, ''), outer_actor), true);
  perform set_config('lanai.reason', coalesce(nullif(reason, ''), outer_reason), true);

  update profiles set approval_status = new_status where id = member.id and approval_status <> new_status;

  -- Settings last as long as the transaction: without this, the next decision in it would inherit ours.
  perform set_config('lanai.actor', outer_actor, true);
  perform set_config('lanai.reason', outer_reason, true);

  return query select member.email, member.full_name, member.approval_status, new_status;
end
$$;

comment on function decide_membership is
  'Approves, denies or returns to pending the member with this e-mail, and says what was and what is. '
  'Deciding the same again changes and records nothing. An unknown e-mail is an error (P0002). '
  'It takes effect at the member''s next request and ends no session: a denied member is shown so.';

-- Decisions follow from the record of them, so that a bare UPDATE of profiles.approval_status is told as well.

create function announce_decision() returns trigger
language plpgsql as $$
begin
  -- Nobody is left to be told of the end of an account.
  if new.to_status = 'deleted' then
    return null;
  end if;
  perform enqueue(
    'membership_decided',
    'membership_decided:' || new.id,
    jsonb_build_object('userId', new.user_id, 'eventId', new.id)
  );
  return null;
end
$$;

comment on function announce_decision is 'Trigger: has the member told of a decision.';

-- Back to pending is not told. It only silences earlier decisions that have not been sent yet.
create trigger approval_events_announce
after insert on approval_events
for each row when (new.to_status <> 'pending')
execute function announce_decision();

-- A mail that was tried and got no answer may have arrived. Whoever was approved, then perhaps told of a denial, and approved
-- again is told so, although it was told a moment ago.

create function decision_to_tell(event_id bigint)
returns table (email text, full_name text, approval_status text, verdict text)
language sql stable as $$
  select u.email, p.full_name, p.approval_status,
    case
      when p.approval_status = 'pending' then 'undecided'
      when exists (select from approval_events later where later.user_id = e.user_id and later.id > e.id)
        then 'superseded'
      when told.to_status = p.approval_status and told.sent_at > now() - interval '10 minutes' then 'told_already'
      else 'tell'
    end
  from approval_events e
  join users u on u.id = e.user_id
  join profiles p on p.id = e.user_id
  left join lateral (
    select earlier.to_status, o.sent_at
    from approval_events earlier
    join outbox o on o.dedupe_key = 'membership_decided:' || earlier.id
    where earlier.user_id = e.user_id and earlier.id < e.id
      and (o.provider_id is not null or (o.sent_at is null and o.last_error is not null))
    order by earlier.id desc
    limit 1
  ) told on true
  where e.id = event_id
$$;

comment on function decision_to_tell is
  'Whom a recorded decision concerns, what is true of them now, and whether to tell it: "tell", or why not. Approving, '
  'denying and approving again within minutes is told once. No row when the account is gone.';
