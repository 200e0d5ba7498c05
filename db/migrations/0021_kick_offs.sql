-- A room full of people is one network. What counts against it are sign-ups that nobody has proven to be somebody's, and
-- for the hours in which more people are expected an administrator says so beforehand.

create table kick_offs (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  people int not null constraint kick_offs_people_are_a_crowd check (people between 1 and 2000),
  added_by text not null default coalesce(nullif(current_setting('lanai.actor', true), ''), session_user),
  constraint kick_offs_end_within_a_day check (starts_at < ends_at and ends_at <= starts_at + interval '1 day')
);

comment on table kick_offs is
  'Hours in which many people are expected behind one address: what one network may do grows to so many. They end by themselves.';
comment on column kick_offs.id is 'In the order in which they were written.';
comment on column kick_offs.starts_at is 'From then on.';
comment on column kick_offs.ends_at is 'No longer than then; at most a day after the start.';
comment on column kick_offs.people is 'How many there may be behind one address.';
comment on column kick_offs.added_by is 'The setting lanai.actor of the adding transaction, else the database role.';

create function at_kick_off(allowed int) returns int
language sql stable as $$
  select greatest(allowed, max(k.people)) from kick_offs k where k.starts_at <= now() and now() < k.ends_at
$$;

comment on function at_kick_off is 'What a network is allowed now: so much, or as many as are expected in these hours.';

create function plan_kick_off(people int, starts text default null, ends text default null, actor text default null)
returns setof kick_offs
language plpgsql set timezone = 'UTC' as $$
declare
  starts_at constant timestamptz := coalesce(nullif(starts, '')::timestamptz, now());
  ends_at constant timestamptz := coalesce(nullif(ends, '')::timestamptz, starts_at + interval '3 hours');
  outer_actor constant text := coalesce(current_setting('lanai.actor', true), '');
begin
  if ends_at <= now() then
    raise exception 'These hours are over: % is past', utc_minute(ends_at) using errcode = 'invalid_parameter_value';
  end if;
  perform set_config('lanai.actor', coalesce(nullif(actor, ''), outer_actor), true);
  return query
  insert into kick_offs (starts_at, ends_at, people) values (starts_at, ends_at, plan_kick_off.people) returning *;
  perform set_config('lanai.actor', outer_actor, true);
end
$$;

comment on function plan_kick_off is
  'Expects so many people behind one address: from now on or from that time, for three hours or until that one. A time without '
  'a zone is UTC; ''2026-12-01 09:00 Pacific/Honolulu'' says one.';

create function end_kick_offs() returns setof kick_offs
language sql as $$
  with unbegun as (
    delete from kick_offs where starts_at >= now() returning *
  ), ended as (
    update kick_offs set ends_at = now() where starts_at < now() and ends_at > now() returning *
  )
  select * from unbegun union all select * from ended order by id
$$;

comment on function end_kick_offs is 'Ends the kick-off that is under way, and forgets those that are planned.';

-- A limit that grew lets in at once whom it refused before, and refuses again when it has shrunk.

create or replace function take_attempt(
  limit_key text, allowed int, remembered interval, longest_pause interval default null
) returns interval
language plpgsql as $$
declare
  seen rate_limits;
begin
  -- Changes nothing but locks the row: whoever comes at the same time waits here for the outcome.
  insert into rate_limits as r (key) values (limit_key)
  on conflict (key) do update set attempts = r.attempts
  returning * into seen;

  if seen.forgotten_at <= now() then
    seen := row (limit_key, 0, '-infinity', now() + remembered);
  elsif seen.blocked_until > now() and seen.attempts >= allowed then
    return seen.blocked_until - now();
  end if;

  seen.attempts := seen.attempts + 1;
  if longest_pause is not null then
    seen.forgotten_at := now() + remembered;
  end if;
  if seen.attempts >= allowed then
    seen.blocked_until := case
      when longest_pause is null then seen.forgotten_at
      else now() + least(longest_pause, interval '1 second' * power(2, least(seen.attempts - allowed, 20)))
    end;
  end if;

  update rate_limits
  set attempts = seen.attempts, blocked_until = seen.blocked_until, forgotten_at = seen.forgotten_at
  where key = limit_key;
  return null;
end
$$;

-- A sign-up of somebody who is expected, or whose address turns out to be theirs, was none of a flood.

alter table sign_up_browsers
  add column counted_as text
    constraint sign_up_browsers_counted_as_is_sha256 check (counted_as ~ '^[0-9a-f]{64}$'),
  add column counted_until timestamptz;

comment on column sign_up_browsers.counted_as is
  'The row of rate_limits that counts the sign-up against its network; null where it is given back.';
comment on column sign_up_browsers.counted_until is 'When that count is forgotten; another one of the same network has another time.';

create function count_sign_up(member_id text, limit_key text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from users u join roster r on r.email = u.email where u.id = member_id and r.spent_at is null
  ) then
    perform give_back_attempt(limit_key);
  else
    update sign_up_browsers b set counted_as = l.key, counted_until = l.forgotten_at
    from rate_limits l
    where b.user_id = member_id and l.key = limit_key;
  end if;
end
$$;

comment on function count_sign_up is
  'Remembers what a sign-up was counted as, until its address is confirmed. Whoever is on the roster is not counted.';

create function give_back_sign_up() returns trigger
language plpgsql as $$
begin
  perform give_back_attempt(l.key)
  from sign_up_browsers b
  join rate_limits l on l.key = b.counted_as and l.forgotten_at = b.counted_until
  where b.user_id = new.id;
  update sign_up_browsers set counted_as = null, counted_until = null where user_id = new.id and counted_as is not null;
  return null;
end
$$;

comment on function give_back_sign_up is 'Trigger: a confirmed address makes room for another sign-up of the network.';

create trigger users_confirmed_give_back_sign_up
after update of email_confirmed_at on users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function give_back_sign_up();

revoke insert, update, delete on kick_offs from lanai_app;
grant select, insert, update (ends_at), delete on kick_offs to lanai_admin;
revoke execute on function plan_kick_off(int, text, text, text), end_kick_offs() from lanai_app;
grant execute on function plan_kick_off(int, text, text, text), end_kick_offs() to lanai_admin;
