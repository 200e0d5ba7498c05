-- A mail that was tried and got no answer may have arrived. Whoever was approved, then perhaps told of a denial, and approved
-- again is told so, although it was told a moment ago.

create or replace function decision_to_tell(event_id bigint)
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
