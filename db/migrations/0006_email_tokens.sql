-- Links in mails: what proves that a mailbox is somebody's. A token exists in clear only in the mail and, until that
-- is sent, in its outbox row; here is its hash. Each function writes a token and its mail together, or neither.

create table email_confirmation_tokens (
  token_hash text primary key
    constraint email_confirmation_tokens_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create table password_reset_tokens (
  token_hash text primary key
    constraint password_reset_tokens_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index email_confirmation_tokens_user_id on email_confirmation_tokens (user_id);
create index email_confirmation_tokens_expires_at on email_confirmation_tokens (expires_at);
create index password_reset_tokens_user_id on password_reset_tokens (user_id);
create index password_reset_tokens_expires_at on password_reset_tokens (expires_at);

comment on table email_confirmation_tokens is
  'Links that confirm an address. They work until they expire, however often: programs that read mail open links too.';
comment on column email_confirmation_tokens.token_hash is 'Hex SHA-256 of the token in the link.';
comment on column email_confirmation_tokens.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column email_confirmation_tokens.used_at is 'When it first confirmed the address.';
comment on table password_reset_tokens is 'Links that allow one new password each.';
comment on column password_reset_tokens.token_hash is 'Hex SHA-256 of the token in the link.';
comment on column password_reset_tokens.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column password_reset_tokens.used_at is 'When it set a password, or when another link of the member did. It is worth nothing since.';

create function send_confirmation(member_id text, new_token text, new_token_hash text, lifetime interval) returns void
language plpgsql as $$
begin
  insert into email_confirmation_tokens (token_hash, user_id, expires_at)
  values (new_token_hash, member_id, now() + lifetime);

  perform enqueue(
    'confirm_email',
    'confirm_email:' || new_token_hash,
    jsonb_build_object('to', m.email, 'fullName', m.full_name, 'token', new_token),
    now() + lifetime
  )
  from members m
  where m.id = member_id;
end
$$;

comment on function send_confirmation is 'Writes a link for the member and the mail that carries it.';

create function register_member(
  new_email text, new_password_hash text, new_full_name text,
  new_token text, new_token_hash text, token_lifetime interval
) returns text
language plpgsql as $$
declare
  member_id constant text := register_member(new_email, new_password_hash, new_full_name);
begin
  perform send_confirmation(member_id, new_token, new_token_hash, token_lifetime);
  perform enqueue(
    'user_registered',
    'user_registered:' || member_id,
    jsonb_build_object('userId', member_id, 'email', new_email, 'fullName', new_full_name)
  );
  return member_id;
end
$$;

comment on function register_member(text, text, text, text, text, interval) is
  'Writes the account, its pending profile, the mail that confirms its address and word to other systems: all or nothing.';

create function resend_confirmation(member_email text, new_token text, new_token_hash text, lifetime interval) returns void
language sql as $$
  select send_confirmation(u.id, new_token, new_token_hash, lifetime)
  from users u
  where u.email = member_email and u.email_confirmed_at is null
$$;

comment on function resend_confirmation is 'Another link for whoever has not confirmed this address. For anybody else it does nothing.';

create function confirm_email(given_token_hash text) returns boolean
language plpgsql as $$
declare
  member_id text;
begin
  update email_confirmation_tokens set used_at = coalesce(used_at, now())
  where token_hash = given_token_hash and expires_at > now()
  returning user_id into member_id;

  update users set email_confirmed_at = now() where id = member_id and email_confirmed_at is null;
  return member_id is not null;
end
$$;

comment on function confirm_email is
  'Whether the link is good, which is true every time until it expires. The first time the address becomes confirmed; '
  'nobody is approved by it.';

create function request_password_reset(member_email text, new_token text, new_token_hash text, lifetime interval) returns void
language plpgsql as $$
declare
  member record;
begin
  select m.id, m.email, m.full_name into member from members m where m.email = member_email;
  if not found then
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

create function reset_password(given_token_hash text, new_password_hash text) returns text
language plpgsql as $$
declare
  member record;
begin
  -- The member first, then all that is theirs: two links of one member cannot wait for each other.
  select m.id, m.email, m.full_name into member
  from password_reset_tokens t
  join users u on u.id = t.user_id
  join members m on m.id = u.id
  where t.token_hash = given_token_hash
  for update of u;

  update password_reset_tokens set used_at = now()
  where token_hash = given_token_hash and used_at is null and expires_at > now();
  if not found then
    return null;
  end if;

  update password_reset_tokens set used_at = now() where user_id = member.id and used_at is null;
  update users set password_hash = new_password_hash where id = member.id;
  delete from sessions where user_id = member.id;
  delete from known_devices where user_id = member.id;

  perform enqueue(
    'password_changed',
    'password_changed:' || given_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name)
  );
  return member.id;
end
$$;

comment on function reset_password is
  'Spends the link on a new password and returns the member''s id; null when it is unknown, expired or spent. With it '
  'end all sessions, all other links and all known browsers of the member, and a mail says that it happened.';
