-- Who is signed in, and where.

create table sessions (
  id text primary key
    constraint sessions_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  public_id text not null default gen_random_uuid()::text,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text
);

create unique index sessions_public_id on sessions (public_id);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

comment on table sessions is
  'One row per signed-in browser. Deleting a row signs that browser out at its next request. '
  'Pending and denied members keep theirs: it lets nobody in, and it is how the portal knows whom to tell.';
comment on column sessions.id is 'Hex SHA-256 of the token in the cookie: a copy of this table opens no session.';
comment on column sessions.public_id is 'What the session is called to its member, who may end it by this. It opens nothing.';
comment on column sessions.user_id is 'Whose session it is.';
comment on column sessions.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column sessions.created_at is 'When it began. A member who signs in too often loses the oldest.';
comment on column sessions.last_seen_at is 'When the session was last used, to about a quarter of an hour.';
comment on column sessions.user_agent is 'What the browser called itself at sign-in, to tell sessions apart.';

create function start_session(
  new_id text, member_id text, proven_password_hash text, agent text, lifetime interval, at_most int
) returns boolean
language plpgsql as $$
begin
  -- Sign-ins of one member queue up here, so that together they cannot exceed the limit.
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

comment on function start_session is
  'Signs a member in; beyond so many sessions the oldest ends. False when the password that was proven is no longer '
  'the member''s: a sign-in that began before a reset does not outlive it.';

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

comment on function end_sessions is 'Signs these members out everywhere, at the next request of each browser.';

create function end_every_session() returns table (email text, ended bigint)
language sql as $$
  with ended as (delete from sessions returning 1)
  select 'everybody', count(*) from ended
$$;

comment on function end_every_session is 'Signs everybody out everywhere.';
