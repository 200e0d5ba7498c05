-- Tokens of emailed links. A token exists in clear only in the email and, until it is sent, in its outbox row. Each function locks
-- the member's row first, so that concurrent calls cannot deadlock.

create table email_tokens (
  token_hash text primary key
    constraint email_tokens_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null,
  user_id text not null references users on delete cascade,
  new_email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  requested_by_admin boolean not null default false,
  constraint email_tokens_new_email_only_for_changes check ((purpose in ('change_email', 'restore_email')) = (new_email is not null))
);

create index email_tokens_user_id on email_tokens (user_id);

comment on table email_tokens is
  'What each emailed link allows, for one account. A link that sets a password is deleted when used; links that confirm stay '
  'idempotent until they expire, because email scanners open links too.';
comment on column email_tokens.new_email is 'The address that the link was sent to, and that the account will use.';
comment on column email_tokens.expires_at is 'Compared with this database''s now(), never with a caller''s clock.';
comment on column email_tokens.used_at is 'When the address was changed.';
comment on column email_tokens.requested_by_admin is
  'Whether an administrator asked for this change of address, because the member can''t read the old mailbox.';

create function create_email_token(token_purpose text, member_id text, lifetime interval, requested_email text default null) returns text
language plpgsql as $$
declare
  -- 244 random bits, in the form of the application's own tokens.
  token constant text := sha256_hex(gen_random_uuid()::text || gen_random_uuid()::text);
begin
  insert into email_tokens (token_hash, purpose, user_id, new_email, expires_at)
  values (sha256_hex(token), token_purpose, member_id, requested_email, now() + lifetime);
  return token;
end
$$;

create function enqueue_email_with_token(token_purpose text, member_id text, lifetime interval, requested_email text default null) returns void
language sql as $$
  select enqueue_email(
    token_purpose, member_id, create_email_token(token_purpose, member_id, lifetime, requested_email), lifetime, requested_email
  )
$$;

create function request_email_with_token(token_purpose text, member_email text, lifetime interval) returns void
language sql as $$
  select enqueue_email_with_token(token_purpose, u.id, lifetime)
  from users u
  where u.email = member_email
    and (token_purpose <> 'confirm_email' or (u.email_confirmed_at is null and u.password_hash is not null))
    and not exists (
      select from account_deletions d where d.user_id = u.id and d.cancelled_at is null and d.requested_by is not null
    )
$$;

create function lock_token_member(p_token_hash text, purposes text[]) returns text
language sql as $$
  select u.id
  from email_tokens t
  join users u on u.id = t.user_id
  where t.token_hash = p_token_hash and t.purpose = any (purposes) and t.expires_at > now()
  for update of u
$$;

comment on function lock_token_member is
  'The member of this link, locked until the end of the transaction; null when the link is unknown or expired. Read the link '
  'again afterwards: it may have been used while this waited.';

grant select, insert, update, delete on email_tokens to lanai_app;
grant execute on function create_email_token, enqueue_email_with_token, request_email_with_token, lock_token_member to lanai_app;
