-- Signing up and confirming by an emailed link. A token exists in clear only in the email and, until it is sent, in its
-- outbox row. Each function locks the member's row first, so that concurrent calls cannot deadlock.

create table links (
  token_hash text primary key
    constraint links_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null,
  user_id text not null references users on delete cascade,
  new_email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint links_new_email_is_of_a_change check ((purpose = 'change_email') = (new_email is not null))
);

create index links_user_id on links (user_id);

comment on table links is
  'What each emailed link allows, for one account. A link that sets a password is deleted when used; links that confirm stay '
  'idempotent until they expire, because email scanners open links too.';
comment on column links.expires_at is 'Compared with this database''s now(), never with a caller''s clock.';
comment on column links.new_email is 'The address that the link was sent to, and that the account will use.';
comment on column links.used_at is 'When the address was changed.';

create function new_link(link_purpose text, member_id text, lifetime interval, asked_email text default null) returns text
language plpgsql as $$
declare
  -- 244 random bits, in the form of the application's own tokens.
  token constant text := sha256_hex(gen_random_uuid()::text || gen_random_uuid()::text);
begin
  insert into links (token_hash, purpose, user_id, new_email, expires_at)
  values (sha256_hex(token), link_purpose, member_id, asked_email, now() + lifetime);
  return token;
end
$$;

create function mail_link(link_purpose text, member_id text, lifetime interval, asked_email text default null) returns void
language sql as $$
  select mail_member(
    link_purpose, member_id, new_link(link_purpose, member_id, lifetime, asked_email), lifetime, asked_email
  )
$$;

create function lock_linked_member(given_token_hash text, purposes text[]) returns text
language sql as $$
  select u.id
  from links l
  join users u on u.id = l.user_id
  where l.token_hash = given_token_hash and l.purpose = any (purposes) and l.expires_at > now()
  for update of u
$$;

comment on function lock_linked_member is
  'The member of this link, locked until the end of the transaction; null when the link is unknown or expired. Read the link '
  'again afterwards: it may have been used while this waited.';

create function sign_up(new_email text, new_password_hash text, new_full_name text, browser_hash text, lifetime interval)
returns text
language plpgsql as $$
declare
  member_id constant text := register_member(new_email, new_password_hash, new_full_name, browser_hash);
begin
  perform mail_link('confirm_email', member_id, lifetime);
  perform enqueue('user_registered', 'user_registered:' || member_id,
    jsonb_build_object('userId', member_id, 'email', new_email, 'fullName', new_full_name));
  -- Confirming brings it forward: most people confirm at once, and administrators needn't look twice.
  perform enqueue('registration_notice', 'registration_notice:' || member_id, jsonb_build_object('personId', member_id),
    due => now() + interval '1 hour');
  return member_id;
end
$$;

create function confirm_email(given_token_hash text, browser_hash text, is_pressed boolean) returns text
language plpgsql as $$
declare
  member_id constant text := lock_linked_member(given_token_hash, '{confirm_email,change_email}');
  link links;
begin
  select * into link from links where token_hash = given_token_hash;
  if member_id is null or link.token_hash is null then
    return null;
  elsif link.purpose = 'change_email' then
    return case when not is_pressed then 'press' when change_email(link) then 'approved' end;
  end if;

  update users set email_confirmed_at = coalesce(email_confirmed_at, now()), sign_up_browser_hash = null
  where id = member_id and (is_pressed or email_confirmed_at is not null or sign_up_browser_hash = browser_hash);
  if not found then
    return 'press';
  end if;
  update outbox set next_attempt_at = now()
  where dedupe_key = 'registration_notice:' || member_id and sent_at is null and last_error is null;
  return (select p.approval_status from profiles p where p.id = member_id);
end
$$;

create function remove_sign_up(member_id text, even_confirmed boolean default false) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id and p.approval_status = 'pending' and (even_confirmed or u.email_confirmed_at is null)
  for update;
  -- Checked after the lock: a decision may have been made while this waited.
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
  'Deletes a pending account without decisions, and its unsent messages. False, and no change, for any other account, and '
  'for a confirmed one unless even_confirmed. Leaves no history.';

create function discard_sign_up(given_token_hash text) returns text
language plpgsql as $$
declare
  member_id constant text := lock_linked_member(given_token_hash, '{confirm_email,change_email}');
  link links;
begin
  select * into link from links where token_hash = given_token_hash and used_at is null;
  if member_id is null or link.token_hash is null then
    return null;
  elsif link.purpose = 'change_email' then
    delete from links where token_hash = given_token_hash;
    return 'email_change';
  end if;
  return case when remove_sign_up(member_id, even_confirmed => true) then 'sign_up' else 'decided' end;
end
$$;
