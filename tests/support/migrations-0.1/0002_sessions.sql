-- Sessions, calendar feeds, known browsers and rate limits.

create table sessions (
  id text primary key
    constraint sessions_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  public_id text not null default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text,
  zone text
);

create unique index sessions_public_id on sessions (public_id);
create index sessions_user_id on sessions (user_id);

comment on table sessions is
  'One row per signed-in browser. Deleting a row signs that browser out at its next request. '
  'Pending and denied members keep theirs: it grants no access, and tells the portal which screen to show.';
comment on column sessions.id is 'Hex SHA-256 of the token in the cookie, so that a copy of this table can''t be used to sign in.';
comment on column sessions.public_id is 'Identifies the session to its member, who may end it. Grants no access.';
comment on column sessions.zone is 'The time zone that this browser last said, such as Pacific/Honolulu.';

create function start_session(
  new_id text, member_id text, proven_password_hash text, agent text, lifetime interval, at_most int
) returns boolean
language plpgsql as $$
begin
  -- Serialises sign-ins of one member, so that concurrent ones can't exceed the limit.
  perform from users where id = member_id and password_hash = proven_password_hash for update;
  if not found then
    return false;
  end if;

  delete from sessions
  where user_id = member_id and id not in (
    select id from sessions
    where user_id = member_id and expires_at > now()
    order by created_at desc, id
    limit at_most - 1
  );
  insert into sessions (id, user_id, expires_at, user_agent) values (new_id, member_id, now() + lifetime, agent);
  return true;
end
$$;

create function end_sessions(emails text[]) returns table (email text, ended bigint)
language sql as $$
  with ended as (
    delete from sessions s
    where s.user_id in (select m.id from find_members(emails) m)
    returning s.user_id
  )
  select m.email, (select count(*) from ended where ended.user_id = m.id)
  from find_members(emails) m
  order by m.nth
$$;

-- The gate looks up a feed token in place of a session.
create table calendar_feeds (
  token_hash text primary key
    constraint calendar_feeds_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  created_at timestamptz not null default now()
);

create index calendar_feeds_user_id on calendar_feeds (user_id, created_at);

comment on table calendar_feeds is
  'Private links for calendar apps, valid while the member is approved.';

-- Known browsers have their own rate limit, so that an attacker who guesses passwords can't lock the member out (OWASP:
-- Device Cookies).
create table known_devices (
  id text primary key
    constraint known_devices_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  known_since timestamptz not null default now()
);

create index known_devices_user_id on known_devices (user_id, known_since);

comment on table known_devices is 'One row per browser and member: they have signed in with it before. Grants no access.';

-- One row per limit and subject, counted in one statement, so that concurrent attempts can't exceed the limit.

create table rate_limits (
  key text primary key
    constraint rate_limits_key_is_sha256 check (key ~ '^[0-9a-f]{64}$'),
  attempts int not null default 0,
  blocked_until timestamptz not null default '-infinity',
  forgotten_at timestamptz not null default '-infinity'
);

comment on table rate_limits is
  'Counted attempts. A row past forgotten_at counts for nothing. Deleting all rows resets every limit.';
comment on column rate_limits.key is
  'Hex SHA-256 of the limit''s name and subject (network or email address), so that neither is stored in clear.';

create function take_attempt(limit_key text, allowed int, remembered interval, longest_pause interval default null)
returns interval
language plpgsql as $$
declare
  seen rate_limits;
begin
  -- Changes nothing but locks the row, so that concurrent attempts wait here.
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
