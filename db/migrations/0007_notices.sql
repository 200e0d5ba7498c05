-- Registration notices for administrators.

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
