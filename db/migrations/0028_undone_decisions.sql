-- A decision that was undone before its email left is news to nobody, also where no email about an earlier one is on record: that of
-- somebody who was invited, or was approved long ago.

create or replace function find_decision(event_id bigint)
returns table (email text, full_name text, approval_status text, was_member boolean, verdict text)
language sql stable as $$
  select u.email, p.full_name, p.approval_status, stood.as_member, case
      when p.approval_status = 'pending' then 'undecided'
      when exists (select from approval_events later where later.user_id = e.user_id and later.id > e.id) then 'superseded'
      when announced.to_status = p.approval_status
        and (e.undone_event_id is not null or announced.sent_at > now() - interval '10 minutes') then 'already_announced'
      when stood.as_now and e.undone_event_id is not null and announced.id is distinct from e.undone_event_id then 'already_announced'
      else 'announce'
    end
  from approval_events e
  join users u on u.id = e.user_id
  join profiles p on p.id = u.id
  -- A status that was undone within its minute was nobody's.
  cross join lateral (
    select coalesce(bool_or(to_status = 'approved'), false) as as_member,
      coalesce(bool_or(to_status = p.approval_status), false) as as_now
    from (
      select to_status, created_at, lead(created_at) over (order by id) as ended_at from approval_events where user_id = u.id
    ) statuses
    where ended_at > created_at + interval '1 minute'
  ) stood
  -- The last email about an earlier decision that was sent, or may have been, because the provider's answer is missing.
  left join lateral (
    select a.id, a.to_status, o.sent_at
    from approval_events a
    join outbox o on o.dedupe_key = 'membership_decided:' || a.id
    where a.user_id = e.user_id and a.id < e.id
      and (o.provider_message_id is not null or (o.sent_at is null and o.last_error is not null))
    order by a.id desc limit 1
  ) announced on true
  where e.id = event_id
$$;
