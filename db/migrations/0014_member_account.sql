-- What members do to their own account: name and picture, password, and the browsers they are signed in with.

create function update_own_name(member_id text, new_name text) returns setof members
language plpgsql as $$
begin
  update profiles set full_name = new_name where id = member_id and approval_status = 'approved';
  return query select m.* from members m where m.id = member_id and m.approval_status = 'approved';
end
$$;

comment on function update_own_name is
  'Writes an approved member''s name and returns the member as they are now; no row for anybody else.';

create function replace_avatar(member_id text, new_url text) returns table (replaced_url text)
language plpgsql as $$
begin
  -- Uploads of one member queue up here: each learns of exactly the picture that it replaced.
  return query
    select p.avatar_url from profiles p where p.id = member_id and p.approval_status = 'approved' for update;
  if found then
    update profiles set avatar_url = new_url where id = member_id;
  end if;
end
$$;

comment on function replace_avatar is
  'Points an approved member''s profile at another picture (null: none) and returns where it pointed before; no row '
  'for anybody else.';

alter table sessions add column public_id text not null default gen_random_uuid()::text;
create unique index sessions_public_id on sessions (public_id);

comment on column sessions.public_id is 'What the session is called to its member, who may end it by this. It opens nothing.';
comment on column sessions.last_seen_at is 'When the session was last used, to about a quarter of an hour.';

create function change_password(member_id text, proven_password_hash text, new_password_hash text) returns boolean
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
  'Sets a new password for whoever proved the old one. With it end all sessions, all reset links and all known browsers '
  'of the member, and a mail says that it happened. False, and nothing done, when the proven password is no longer theirs.';
