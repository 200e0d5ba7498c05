-- How often somebody may try: one row per limit and subject, counted and judged in one statement, so that no burst
-- and no second process gets more than the limit.

create table rate_limits (
  key text primary key
    constraint rate_limits_key_is_sha256 check (key ~ '^[0-9a-f]{64}$'),
  attempts int not null default 0,
  blocked_until timestamptz not null default '-infinity',
  forgotten_at timestamptz not null default '-infinity'
);

create index rate_limits_forgotten_at on rate_limits (forgotten_at);

comment on table rate_limits is
  'Counted attempts. A row counts nothing once it is forgotten and may then be deleted; deleting all rows sets every limit back.';
comment on column rate_limits.key is
  'Hex SHA-256 of the limit''s name and its subject, an address of the network or of a mailbox: neither is kept in clear.';
comment on column rate_limits.attempts is 'Granted since the row was last forgotten. Refused ones are not counted.';
comment on column rate_limits.blocked_until is 'No attempt is granted before.';
comment on column rate_limits.forgotten_at is 'From then on everything starts anew.';

create function take_attempt(limit_key text, allowed int, remembered interval, longest_pause interval default null)
returns interval
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
  elsif seen.blocked_until > now() then
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

comment on function take_attempt is
  'Counts one attempt and returns null, or returns how long to wait and counts nothing. Without longest_pause: so many '
  'are allowed from the first until it is forgotten. With it: after so many, each further one is followed by a pause '
  'of 1, 2, 4 … seconds up to the longest, and all is forgotten that long after the last.';

create function give_back_attempt(limit_key text) returns void
language sql as $$
  update rate_limits set attempts = greatest(attempts - 1, 0), blocked_until = '-infinity' where key = limit_key
$$;

comment on function give_back_attempt is 'Takes one granted attempt back, as if it had not been made. The others stay counted.';

-- Browsers that a member has signed in with. They have a limit of their own, so that nobody who guesses at a
-- member's password from elsewhere can keep the member out (OWASP: Device Cookies).

create table known_devices (
  id text primary key
    constraint known_devices_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  known_since timestamptz not null default now()
);

create index known_devices_user_id on known_devices (user_id, known_since);
create index known_devices_known_since on known_devices (known_since);

comment on table known_devices is 'One row per browser and member. It proves nothing but that they once signed in with it.';
comment on column known_devices.id is 'Hex SHA-256 of the token in the browser''s device cookie.';
comment on column known_devices.user_id is 'Who signed in with it.';
comment on column known_devices.known_since is 'When it was first used to sign in, or to set a new password.';

create function remember_device(device_id text, member_id text, at_most int) returns void
language sql as $$
  with superseded as (
    delete from known_devices
    where user_id = member_id and id not in (
      select id from known_devices where user_id = member_id order by known_since desc, id limit at_most - 1
    )
  )
  insert into known_devices (id, user_id) values (device_id, member_id)
$$;

comment on function remember_device is 'Knows this browser from now on; beyond so many the longest known is forgotten.';
