-- A member's own address of the programme's calendar, for calendars that know no session.

create table calendar_feeds (
  user_id text primary key references users on delete cascade,
  token_hash text not null
    constraint calendar_feeds_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
    constraint calendar_feeds_token_hash_key unique,
  created_at timestamptz not null default now()
);

comment on table calendar_feeds is 'Addresses under which calendars outside read the programme''s events: one a member at most.';
comment on column calendar_feeds.user_id is 'Whose address it is; it works while they are approved.';
comment on column calendar_feeds.token_hash is 'Hex SHA-256 of the token in the address.';
comment on column calendar_feeds.created_at is 'When the address was made.';

-- The gate looks the address up. Administrators see who has one, and can end it.
grant select (user_id, token_hash) on calendar_feeds to lanai_edge;
grant select (user_id, created_at), delete on calendar_feeds to lanai_admin;

-- A new password ends everything that lets somebody in, and so this.

create or replace function change_password(member_id text, proven_password_hash text, new_password_hash text) returns boolean
language plpgsql as $$
declare
  member record;
begin
  update users set password_hash = new_password_hash
  where id = member_id and password_hash = proven_password_hash;
  if not found then
    return false;
  end if;

  update password_reset_tokens set used_at = now() where user_id = member_id and used_at is null;
  delete from sessions where user_id = member_id;
  delete from known_devices where user_id = member_id;
  delete from calendar_feeds where user_id = member_id;

  select m.email, m.full_name into member from members m where m.id = member_id;
  perform enqueue(
    'password_changed',
    'password_changed:' || gen_random_uuid(),
    jsonb_build_object('to', member.email, 'fullName', member.full_name)
  );
  return true;
end
$$;

comment on function change_password is
  'Sets a new password for whoever proved the old one. With it end all sessions, all reset links, all known browsers and the '
  'calendar''s address of the member, and a mail says that it happened. False, and nothing done, when the proven password is '
  'no longer theirs.';

create or replace function set_mailed_password(member_id text, new_password_hash text, cause text) returns void
language plpgsql as $$
begin
  update password_reset_tokens set used_at = now() where user_id = member_id and used_at is null;
  delete from sessions where user_id = member_id;
  delete from known_devices where user_id = member_id;
  delete from calendar_feeds where user_id = member_id;
  perform enqueue(
    'password_changed',
    'password_changed:' || cause,
    jsonb_build_object('to', m.email, 'fullName', m.full_name)
  )
  from members m
  where m.id = member_id;
  update users
  set password_hash = new_password_hash, password_proven_at = coalesce(password_proven_at, now())
  where id = member_id;
end
$$;

comment on function set_mailed_password is
  'Sets a password for whoever holds a mailed link, and so proves it. With it end all sessions, all reset links, all known '
  'browsers and the calendar''s address of the member, and a mail says that it happened.';
