-- A new password by a link in a mail, which proves that the mailbox is somebody's. Here is the hash of its token.

create table password_reset_tokens (
  token_hash text primary key
    constraint password_reset_tokens_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index password_reset_tokens_user_id on password_reset_tokens (user_id);
create index password_reset_tokens_expires_at on password_reset_tokens (expires_at);

comment on table password_reset_tokens is 'Links that allow one new password each.';
comment on column password_reset_tokens.token_hash is 'Hex SHA-256 of the token in the link.';
comment on column password_reset_tokens.user_id is 'Whose password the link sets.';
comment on column password_reset_tokens.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column password_reset_tokens.used_at is 'When it set a password, or when another link of the member did. It is worth nothing since.';
comment on column password_reset_tokens.created_at is 'When the link was made.';

create function request_password_reset(
  member_email text, new_token text, new_token_hash text, lifetime interval
) returns void
language plpgsql as $$
declare
  member record;
begin
  select m.id, m.email, m.full_name into member from members m where m.email = member_email;
  if not found then
    perform write_nothing_as_slowly(new_token, new_token_hash, lifetime);
    return;
  end if;

  insert into password_reset_tokens (token_hash, user_id, expires_at)
  values (new_token_hash, member.id, now() + lifetime);

  perform enqueue(
    'reset_password',
    'reset_password:' || new_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name, 'token', new_token),
    now() + lifetime
  );
end
$$;

comment on function request_password_reset is 'Writes a link for whoever has this address and the mail that carries it; for nobody, nothing.';

create function set_mailed_password(member_id text, new_password_hash text, cause text) returns void
language plpgsql as $$
begin
  update password_reset_tokens set used_at = now() where user_id = member_id and used_at is null;
  delete from sessions where user_id = member_id;
  delete from known_devices where user_id = member_id;
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
  'Sets a password for whoever holds a mailed link, and so proves it. With it end all sessions, all reset links and all known '
  'browsers of the member, and a mail says that it happened.';

create function reset_password(given_token_hash text, new_password_hash text) returns text
language plpgsql as $$
declare
  member_id text;
begin
  -- The member first, then all that is theirs: two links of one member cannot wait for each other.
  select u.id into member_id
  from password_reset_tokens t
  join users u on u.id = t.user_id
  where t.token_hash = given_token_hash
  for update of u;

  update password_reset_tokens set used_at = now()
  where token_hash = given_token_hash and used_at is null and expires_at > now();
  if not found then
    return null;
  end if;
  perform set_mailed_password(member_id, new_password_hash, given_token_hash);
  return member_id;
end
$$;

comment on function reset_password is
  'Spends the link on a new password and returns the member''s id; null when it is unknown, expired or spent. With it '
  'end all sessions, all other links and all known browsers of the member, and a mail says that it happened.';
