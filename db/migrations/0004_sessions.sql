-- Sessions, known browsers and calendar feeds.

create table sessions (
  id text primary key
    constraint sessions_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  public_id text not null default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text,
  time_zone text
);

create unique index sessions_public_id on sessions (public_id);
create index sessions_user_id on sessions (user_id);

comment on table sessions is
  'One row per signed-in browser. Deleting a row signs that browser out at its next request. '
  'Pending and denied members keep theirs: it grants no access, and tells the portal which screen to show.';
comment on column sessions.id is 'Hex SHA-256 of the token in the cookie, so that a copy of this table can''t be used to sign in.';
comment on column sessions.public_id is 'Identifies the session to its member, who may end it. Grants no access.';
comment on column sessions.time_zone is 'The time zone that this browser last reported, such as Pacific/Honolulu.';

-- However often a session is renewed, its member signs in again after 90 days (ASVS 7.3.2).
create view active_sessions as
  select * from sessions where expires_at > now() and created_at > now() - interval '90 days';

comment on view active_sessions is 'The sessions that count. The sweep deletes the others.';

create function create_session(
  new_id text, member_id text, verified_password_hash text, agent text, lifetime interval, max_sessions int
) returns boolean
language plpgsql as $$
begin
  -- Serialises sign-ins of one member, so that concurrent ones can't exceed the limit.
  perform from users where id = member_id and password_hash = verified_password_hash for update;
  if not found then
    return false;
  end if;

  delete from sessions
  where user_id = member_id and id not in (
    select id from active_sessions
    where user_id = member_id
    order by created_at desc, id
    limit max_sessions - 1
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

-- Known browsers have their own rate limit, so that an attacker who guesses passwords can't lock the member out (OWASP:
-- Device Cookies).
create table known_devices (
  id text primary key
    constraint known_devices_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  first_seen_at timestamptz not null default now()
);

create index known_devices_user_id on known_devices (user_id, first_seen_at);

comment on table known_devices is 'One row per browser and member: they have signed in with it before. Grants no access.';

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

grant select (id, user_id, expires_at, created_at, last_seen_at), update (expires_at, last_seen_at), delete
on sessions to lanai_edge;
grant select (id, user_id, expires_at) on active_sessions to lanai_edge;
grant select on active_sessions to lanai_app;
grant select (token_hash, user_id) on calendar_feeds to lanai_edge;
grant select, insert, update, delete on sessions, known_devices, calendar_feeds to lanai_app;
grant execute on function create_session to lanai_app;
grant select (user_id, expires_at, created_at, last_seen_at, user_agent), delete on sessions to lanai_admin;
grant select (user_id, created_at), delete on calendar_feeds to lanai_admin;
grant execute on function end_sessions to lanai_admin;
