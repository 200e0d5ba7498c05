-- Telling administrators who signed up: a mail for each, or one for all of an hour or a day. Once a person,
-- however often the sign-up's row is tried again for the webhook's sake: a digest that has left does not remember whom it named.

create function announce_registration(member_id text, period interval default null) returns void
language plpgsql as $$
declare
  is_announced boolean;
  -- Days begin at eight in the morning in Honolulu.
  closes timestamptz := case when period is not null then date_bin(period, now(), timestamptz '2000-01-01 18:00+00') + period end;
begin
  -- Two workers with the same row meet here. One that is sent has lost its payload.
  select o.payload is null or o.payload ? 'announced' into is_announced
  from outbox o
  where o.dedupe_key = 'user_registered:' || member_id
  for update;
  if is_announced then
    return;
  end if;
  update outbox set payload = payload || '{"announced": true}' where dedupe_key = 'user_registered:' || member_id;

  if period is null then
    perform enqueue('registration_notice', 'registration_notice:' || member_id,
      jsonb_build_object('userIds', jsonb_build_array(member_id)));
    return;
  end if;

  -- A notice that is being sent at this moment takes nobody on any more: then it is the next one.
  for attempt in 0..1 loop
    insert into outbox as o (kind, dedupe_key, payload, next_attempt_at)
    values ('registration_notice', 'registration_notice:' || extract(epoch from closes)::bigint,
      jsonb_build_object('userIds', jsonb_build_array(member_id)), closes)
    on conflict (dedupe_key) do update
    set payload = jsonb_build_object('userIds', (o.payload -> 'userIds') - member_id || jsonb_build_array(member_id))
    where o.sent_at is null and o.dead_at is null and o.attempts = 0;
    exit when found;
    closes := closes + period;
  end loop;
end
$$;

comment on function announce_registration is
  'Has administrators told that somebody signed up: at once, or with all others of the period, when it ends. Once a person.';

create function registrations_to_tell(member_ids text[])
returns table (email text, full_name text, email_confirmed boolean)
language sql stable as $$
  select u.email, p.full_name, u.email_confirmed_at is not null
  from users u
  join profiles p on p.id = u.id
  where u.id = any (member_ids) and p.approval_status = 'pending'
  order by u.created_at, u.email
$$;

comment on function registrations_to_tell is 'Those of them who still wait for a decision, longest first.';
