-- Signing up and confirming: who confirms is who signed up. A token exists in clear only in the mail and, until that is
-- sent, in its outbox row; here is its hash. Each function writes a token and its mail together, or neither.

create table email_confirmation_tokens (
  token_hash text primary key
    constraint email_confirmation_tokens_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index email_confirmation_tokens_user_id on email_confirmation_tokens (user_id);
create index email_confirmation_tokens_expires_at on email_confirmation_tokens (expires_at);

comment on table email_confirmation_tokens is
  'Links that confirm an address. They work until they expire, however often: programs that read mail open links too.';
comment on column email_confirmation_tokens.token_hash is 'Hex SHA-256 of the token in the link.';
comment on column email_confirmation_tokens.user_id is 'Whose address the link confirms.';
comment on column email_confirmation_tokens.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column email_confirmation_tokens.used_at is 'When it first confirmed the address.';
comment on column email_confirmation_tokens.created_at is 'When the link was made.';

create table sign_up_browsers (
  user_id text primary key references users on delete cascade,
  token_hash text not null
    constraint sign_up_browsers_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index sign_up_browsers_expires_at on sign_up_browsers (expires_at);

comment on table sign_up_browsers is
  'The browser that an account was signed up with: whoever opens the mailed link there chose the password.';
comment on column sign_up_browsers.user_id is 'The account that was signed up.';
comment on column sign_up_browsers.token_hash is 'Hex SHA-256 of the token in the browser''s cookie.';
comment on column sign_up_browsers.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column sign_up_browsers.created_at is 'When that was.';

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
  new_token text, new_token_hash text, token_lifetime interval, browser_hash text default null
) returns text
language plpgsql as $$
declare
  member_id constant text := register_member(new_email, new_password_hash, new_full_name);
begin
  perform send_confirmation(member_id, new_token, new_token_hash, token_lifetime);
  insert into sign_up_browsers (user_id, token_hash, expires_at)
  select member_id, browser_hash, now() + token_lifetime where browser_hash is not null;
  perform enqueue(
    'user_registered',
    'user_registered:' || member_id,
    jsonb_build_object('userId', member_id, 'email', new_email, 'fullName', new_full_name)
  );
  return member_id;
end
$$;

comment on function register_member(text, text, text, text, text, interval, text) is
  'Writes the account, its pending profile, the mail that confirms its address, the browser it was made with and word to '
  'other systems: all or nothing.';

create function resend_confirmation(member_email text, new_token text, new_token_hash text, lifetime interval)
returns void
language plpgsql as $$
declare
  member_id constant text := (select u.id from users u where u.email = member_email and u.email_confirmed_at is null);
begin
  if member_id is null then
    perform write_nothing_as_slowly(new_token, new_token_hash, lifetime);
  else
    perform send_confirmation(member_id, new_token, new_token_hash, lifetime);
  end if;
end
$$;

comment on function resend_confirmation is 'Another link for whoever has not confirmed this address. For anybody else it does nothing.';

-- Confirming. Each function takes the member first, then all that is theirs: none of them can wait for another in a circle.

create function hold_confirming_member(given_token_hash text) returns text
language sql as $$
  select u.id
  from email_confirmation_tokens t
  join users u on u.id = t.user_id
  where t.token_hash = given_token_hash and t.expires_at > now()
  for update of u
$$;

comment on function hold_confirming_member is
  'The member whose address this link confirms, until the end of the transaction nobody else''s to change; null when the '
  'link is unknown or expired.';

create function needs_password(member_id text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from users u
    join profiles p on p.id = u.id
    join roster r on r.email = u.email
    where u.id = member_id and u.password_proven_at is null and p.approval_status = 'pending' and r.spent_at is null
  )
$$;

comment on function needs_password is 'Whether the roster would let this member in, were the password proven.';

create function confirm_email(given_token_hash text, given_browser_hash text default null) returns text
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
  is_proven constant boolean := exists (
    select from sign_up_browsers b
    where b.user_id = member_id and b.token_hash = given_browser_hash and b.expires_at > now()
  );
begin
  if member_id is null then
    return case when change_email(given_token_hash) then 'confirmed' end;
  end if;

  update email_confirmation_tokens set used_at = now() where token_hash = given_token_hash and used_at is null;
  update users
  set email_confirmed_at = coalesce(email_confirmed_at, now()),
    password_proven_at = coalesce(password_proven_at, case when is_proven then now() end)
  where id = member_id and (email_confirmed_at is null or (is_proven and password_proven_at is null));
  return case when needs_password(member_id) then 'password_needed' else 'confirmed' end;
end
$$;

comment on function confirm_email is
  'Confirms the address or, for a link of email_change_tokens, makes it the account''s: "confirmed", every time until the link '
  'expires; null when it is not good. In the browser that signed up the password is proven with it. "password_needed" when '
  'the roster waits for nothing but that.';

create function prove_sign_up(given_token_hash text, proven_password_hash text) returns boolean
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
begin
  update users
  set email_confirmed_at = coalesce(email_confirmed_at, now()), password_proven_at = coalesce(password_proven_at, now())
  where id = member_id and password_hash = proven_password_hash;
  return found;
end
$$;

comment on function prove_sign_up is
  'Notes that whoever holds the link knows the password. False, and nothing done, when the link is not good or the proven '
  'password is no longer the member''s.';

create function takes_first_password(member_id text) returns boolean
language sql stable as $$
  select exists (
    select
    from users u
    join profiles p on p.id = u.id
    where u.id = member_id and u.password_proven_at is null and p.approval_status = 'pending' and not is_decided(u.id)
  )
$$;

comment on function takes_first_password is 'Whether a link that confirms the address may still set the password.';

create function set_sign_up_password(given_token_hash text, new_password_hash text) returns text
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
begin
  update users set email_confirmed_at = coalesce(email_confirmed_at, now())
  where id = member_id and takes_first_password(member_id);
  if not found then
    return null;
  end if;
  perform set_mailed_password(member_id, new_password_hash, given_token_hash);
  return member_id;
end
$$;

comment on function set_sign_up_password is
  'Confirms the address and replaces a password that was never proven; returns the member''s id. null when the link is not '
  'good, when the password is proven, or when somebody has decided about the account.';

-- Sign-ups that were never anybody's.

create function remove_sign_up(member_id text, even_confirmed boolean default false) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id and p.approval_status = 'pending' and (even_confirmed or u.email_confirmed_at is null)
  for update;
  -- Looked up only now: somebody may have decided while we waited.
  if not found or is_decided(member_id) then
    return false;
  end if;

  delete from users where id = member_id;
  delete from outbox
  where (user_id = member_id or dedupe_key = 'registration_notice:' || member_id) and sent_at is null;
  return true;
end
$$;

comment on function remove_sign_up is
  'Removes an account that waits and that nobody ever decided about, with everything that is not told yet. False, and nothing '
  'done, for any other, and unless even_confirmed for one whose address is confirmed. Leaves no record: there was nobody.';

create function discard_sign_up(given_token_hash text) returns text
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
begin
  if member_id is not null then
    return case when remove_sign_up(member_id, even_confirmed => true) then 'sign_up' else 'decided' end;
  end if;

  perform
  from email_change_tokens t
  join users u on u.id = t.user_id
  where t.token_hash = given_token_hash
  for update of u;
  update email_change_tokens set ended_at = now()
  where token_hash = given_token_hash and used_at is null and ended_at is null and expires_at > now();
  return case when found then 'email_change' end;
end
$$;

comment on function discard_sign_up is
  'For the owner of a mailbox who did not ask: removes the sign-up, "sign_up", or ends the link of an e-mail change, '
  '"email_change". "decided", and nothing done, when somebody has decided about the account; null when the link is not good.';
