-- Registration notices for administrators, and their decisions in the browser.

create function announce_registration(member_id text, period interval default null, zone text default 'UTC') returns void
language plpgsql as $$
declare
  is_announced boolean;
  -- Days begin at eight in the morning in the programme's time zone, also after its clocks change.
  closes timestamptz := case when period is not null
    then (date_bin(period, now() at time zone zone, timestamp '2000-01-01 08:00') + period) at time zone zone end;
begin
  -- Locks out a second worker with the same row. A row that was sent has no payload.
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
      jsonb_build_object('userIds', jsonb_build_array(member_id)),
      due => (select coalesce(u.email_confirmed_at, now() + interval '1 hour') from users u where u.id = member_id));
    return;
  end if;

  -- A notice that is already being sent can't be extended; use the next one.
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
  'Queues a notice of a sign-up to administrators: once the address is confirmed, at the latest after an hour, or together with '
  'all others at the end of the period. At most one notice per sign-up, even if the webhook is retried.';

-- Security definer, because the application's role may not decide. Each function checks the session itself.

create function find_deciding_admin(session_hash text) returns text
language sql stable as $$
  select m.email
  from sessions s
  join members m on m.id = s.user_id
  where s.id = session_hash and s.expires_at > now() and m.approval_status = 'approved' and m.is_admin
$$;

create function find_applicants(session_hash text, member_id text default null)
returns table (
  id text, email text, full_name text, email_confirmed boolean, signed_up_at timestamptz, approval_status text,
  decided_by text, decided_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.email, m.full_name, m.email_confirmed, u.created_at, m.approval_status, latest.actor, latest.at
  from members m
  join users u on u.id = m.id
  left join lateral (
    select e.actor, e.at from approval_events e where e.user_id = m.id order by e.id desc limit 1
  ) latest on true
  where find_deciding_admin(session_hash) is not null
    and (m.id = member_id or (member_id is null and m.approval_status = 'pending'))
  order by u.created_at, m.email
  limit 100
$$;

comment on function find_applicants is
  'The person with this id; without an id, at most a hundred who are waiting for a decision, longest first. No row when the '
  'session isn''t an administrator''s.';

create function decide_as_admin(session_hash text, member_id text, new_status text, reason text default null)
returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  admin constant text := find_deciding_admin(session_hash);
  old_status text;
begin
  select p.approval_status into old_status from profiles p where p.id = member_id for update;
  if admin is null or not found then
    return null;
  elsif old_status <> 'pending' then
    return 'decided_meanwhile';
  end if;
  perform change_status(member_id, new_status, admin, reason);
  return 'decided';
end
$$;

comment on function decide_as_admin is
  'Decides in the administrator''s name: "decided"; "decided_meanwhile", and no change, when the person already has a decision; '
  'null when the account is gone, or the session isn''t an administrator''s.';

create function undo_as_admin(session_hash text, member_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  admin constant text := find_deciding_admin(session_hash);
begin
  perform lock_profiles(array[member_id]);
  perform from outbox o
  join lateral (select e.* from approval_events e where e.user_id = member_id order by e.id desc limit 1) latest
    on o.dedupe_key = 'membership_decided:' || latest.id
  where latest.actor = admin and latest.undoes is null
    and o.sent_at is null and o.dead_at is null and coalesce(o.locked_until, now()) <= now()
  for update of o;
  if found then
    perform undo_decisions(array[m.email], null, admin) from members m where m.id = member_id;
    return true;
  end if;
  return false;
end
$$;

comment on function undo_as_admin is
  'Undoes the administrator''s own decision while its email waits. False, and no change, once the email is being sent.';
