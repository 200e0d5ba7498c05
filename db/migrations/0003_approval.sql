-- Letting people in: one rule for every client, and a record of every decision that nobody can rewrite.

create table approval_events (
  id bigint generated always as identity primary key,
  user_id text not null,
  actor text not null,
  from_status text,
  to_status text not null,
  reason text,
  at timestamptz not null default now()
);

create index approval_events_user_id on approval_events (user_id, at);

comment on table approval_events is 'Every change of profiles.approval_status, written by trigger. Rows are never changed or removed.';
comment on column approval_events.user_id is 'Deliberately no foreign key: the record outlives the account.';
comment on column approval_events.actor is 'The setting lanai.actor of the deciding transaction, else the database role.';
comment on column approval_events.from_status is 'null when the profile was created with this status.';
comment on column approval_events.reason is 'The setting lanai.reason of the deciding transaction; null when none was given.';

create function record_approval_event() returns trigger
language plpgsql as $$
begin
  insert into approval_events (user_id, actor, from_status, to_status, reason)
  values (
    new.id,
    coalesce(nullif(current_setting('lanai.actor', true), ''), session_user),
    case tg_op when 'UPDATE' then old.approval_status end,
    new.approval_status,
    nullif(current_setting('lanai.reason', true), '')
  );
  return null;
end
$$;

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

create trigger approval_events_append_only
before update or delete or truncate on approval_events
for each statement execute function refuse_rewriting_history();

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
