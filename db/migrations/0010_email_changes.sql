-- Another e-mail address for an account: it becomes the account's when a link that was mailed to it is opened.

create table email_change_tokens (
  token_hash text primary key
    constraint email_change_tokens_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users on delete cascade,
  new_email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);

create index email_change_tokens_user_id on email_change_tokens (user_id);
create index email_change_tokens_expires_at on email_change_tokens (expires_at);

comment on table email_change_tokens is 'Links that make another address an account''s. Each does so once.';
comment on column email_change_tokens.token_hash is 'Hex SHA-256 of the token in the link.';
comment on column email_change_tokens.user_id is 'Whose address the link changes.';
comment on column email_change_tokens.new_email is 'The address the link was sent to.';
comment on column email_change_tokens.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column email_change_tokens.used_at is
  'When the address became the account''s. The link goes on saying so until it expires: programs that read mail open links too.';
comment on column email_change_tokens.ended_at is 'When a newer link or a new password made it worthless.';
comment on column email_change_tokens.created_at is 'When the link was made.';

create function end_email_changes(member_id text) returns void
language sql as $$
  update email_change_tokens set ended_at = now()
  where user_id = member_id and used_at is null and ended_at is null
$$;

comment on function end_email_changes is 'Makes every open link of the member''s e-mail changes worthless.';

create function request_email_change(
  member_id text, proven_password_hash text, asked_email text, new_token text, new_token_hash text, lifetime interval
) returns boolean
language plpgsql as $$
declare
  member record;
begin
  select m.id, m.email, m.full_name into member
  from users u
  join members m on m.id = u.id
  where u.id = member_id and u.password_hash = proven_password_hash
  for update of u;
  if not found then
    return false;
  end if;

  perform end_email_changes(member_id);
  perform enqueue(
    'email_change_asked',
    'email_change_asked:' || new_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name)
  );
  if exists (
    select
    from users u
    join profiles p on p.id = u.id
    where u.email = asked_email
      and (u.email_confirmed_at is not null or p.approval_status <> 'pending' or is_decided(u.id))
  ) then
    perform write_nothing_as_slowly(new_token, new_token_hash, lifetime);
    return true;
  end if;

  insert into email_change_tokens (token_hash, user_id, new_email, expires_at)
  values (new_token_hash, member_id, asked_email, now() + lifetime);
  perform enqueue(
    'change_email',
    'change_email:' || new_token_hash,
    jsonb_build_object('to', asked_email, 'fullName', member.full_name, 'token', new_token),
    now() + lifetime
  );
  return true;
end
$$;

comment on function request_email_change is
  'Mails a link to the address asked for, unless somebody has confirmed it or was decided about with it, and word of it to '
  'the present one; earlier links of the member end. Nothing in the answer, its time or the mails tells whether the address '
  'is taken. False when the proven password is no longer theirs.';

create function change_email(given_token_hash text) returns boolean
language plpgsql as $$
declare
  link email_change_tokens;
  member record;
begin
  select * into link from email_change_tokens
  where token_hash = given_token_hash and ended_at is null and expires_at > now();
  if not found then
    return false;
  end if;
  -- The members first, in the order in which everybody takes them, then all that is theirs.
  perform from users u where u.id = link.user_id or u.email = link.new_email order by u.id for update;
  select m.id, m.email, m.full_name into member
  from members m
  where m.id = link.user_id and m.approval_status = 'approved';
  select * into link from email_change_tokens where token_hash = given_token_hash and ended_at is null;
  if not found or member.id is null then
    return false;
  elsif link.used_at is not null then
    return true;
  end if;

  -- The mailbox is proven to be the member's; whoever only signed up with it never did that.
  perform remove_sign_up(u.id) from users u where u.email = link.new_email and u.id <> member.id;
  update users set email = link.new_email, email_confirmed_at = now() where id = member.id;
  update email_change_tokens set used_at = now() where token_hash = given_token_hash;
  perform end_email_changes(member.id);
  -- What was mailed to the old address opens nothing any more.
  update password_reset_tokens set used_at = now() where user_id = member.id and used_at is null;
  delete from email_confirmation_tokens where user_id = member.id;
  perform enqueue(
    'email_changed',
    'email_changed:' || given_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name)
  );
  return true;
exception
  -- Whoever has the address by now keeps it.
  when unique_violation then
    return false;
end
$$;

comment on function change_email is
  'Makes the address that the link was sent to the account''s, once, and tells the old one; true also when this link has '
  'done so already. A sign-up with that address that nobody confirmed gives way. False when the link is unknown, expired or '
  'ended, or the address has become somebody else''s.';

-- A new password, however it is set, is also the answer to an e-mail change that somebody else has begun.

create function end_email_changes_with_password() returns trigger
language plpgsql as $$
begin
  perform end_email_changes(new.id);
  return null;
end
$$;

comment on function end_email_changes_with_password is 'Trigger: a new password ends open e-mail changes.';

create trigger users_new_password_ends_email_changes
after update of password_hash on users
for each row when (old.password_hash is distinct from new.password_hash)
execute function end_email_changes_with_password();
