-- Who is signed in, and where.

create table sessions (
  id text primary key
    constraint sessions_id_is_sha256 check (id ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text
);

create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

comment on table sessions is
  'One row per signed-in browser. Deleting a row signs that browser out at its next request. '
  'Pending and denied members keep theirs: it lets nobody in, and it is how the portal knows whom to tell.';
comment on column sessions.id is 'Hex SHA-256 of the token in the cookie: a copy of this table opens no session.';
comment on column sessions.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column sessions.last_seen_at is 'Roughly when the session was last used.';
comment on column sessions.user_agent is 'What the browser called itself at sign-in, to tell sessions apart.';
