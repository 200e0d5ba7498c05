-- Signing up and confirming, by a link in a mail. A token exists in clear only in the
-- mail and, until that is sent, in its outbox row. Each function takes the member first, then all that is theirs: none of
-- them can wait for another in a circle.

create table links (
  token_hash text primary key
    constraint links_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null
    constraint links_purpose_check check (
      purpose in ('confirm_email', 'change_email', 'reset_password', 'invitation', 'decide')
    ),
  user_id text not null references users on delete cascade,
  new_email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint links_new_email_is_of_a_change check ((purpose = 'change_email') = (new_email is not null))
);

create index links_user_id on links (user_id);
create index links_expires_at on links (expires_at);

comment on table links is
  'What each mailed link allows, about one account. A link that sets a password goes when it has; those that confirm say so '
  'again until they expire, because programs that read mail open links too.';
comment on column links.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';
comment on column links.new_email is 'The address that the link was sent to and makes the account''s.';
comment on column links.used_at is 'When a change of address was made, or the person was decided about.';

create function new_link(link_purpose text, member_id text, lifetime interval, asked_email text default null) returns text
language plpgsql as $$
declare
  -- 244 random bits, in the form of the application's own tokens.
  secret constant bytea := sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
  token constant text := rtrim(translate(encode(secret, 'base64'), '+/', '-_'), '=');
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

create function hold_linked_member(given_token_hash text, purposes text[]) returns text
language sql as $$
  select u.id
  from links l
  join users u on u.id = l.user_id
  where l.token_hash = given_token_hash and l.purpose = any (purposes) and l.expires_at > now()
  for update of u
$$;

comment on function hold_linked_member is
  'The member whose link this is, held until the end of the transaction; null when it is unknown or expired. Look the link '
  'up again afterwards: it may have been spent while we waited.';

create function sign_up(new_email text, new_password_hash text, new_full_name text, browser_hash text, lifetime interval)
returns text
language plpgsql as $$
declare
  member_id constant text := register_member(new_email, new_password_hash, new_full_name, browser_hash);
begin
  perform mail_link('confirm_email', member_id, lifetime);
  perform enqueue('user_registered', 'user_registered:' || member_id,
    jsonb_build_object('userId', member_id, 'email', new_email, 'fullName', new_full_name));
  return member_id;
end
$$;

comment on function sign_up is
  'Writes the account, the mail that confirms its address and word to other systems, all or nothing, and returns the new id. '
  'A taken address violates users_email_key.';

create function resend_confirmation(member_email text, lifetime interval) returns void
language sql as $$
  select mail_link('confirm_email', u.id, lifetime)
  from users u
  where u.email = member_email and u.email_confirmed_at is null and u.password_hash is not null
$$;

create function confirm_email(given_token_hash text, browser_hash text, is_pressed boolean) returns text
language plpgsql as $$
declare
  member_id constant text := hold_linked_member(given_token_hash, '{confirm_email,change_email}');
  link links;
begin
  select * into link from links where token_hash = given_token_hash;
  if member_id is null or link.token_hash is null then
    return null;
  elsif link.purpose = 'change_email' then
    return case when not is_pressed then 'press' when change_email(link) then 'confirmed' end;
  end if;

  update users set email_confirmed_at = coalesce(email_confirmed_at, now()), sign_up_browser_hash = null
  where id = member_id and (is_pressed or email_confirmed_at is not null or sign_up_browser_hash = browser_hash);
  return case when found then 'confirmed' else 'press' end;
end
$$;

comment on function confirm_email is
  'Confirms the address or makes it the account''s: "confirmed", every time until the link expires. "press", and nothing done, '
  'in another browser than the one that signed up: there a program that reads mail may have opened the link. null when the '
  'link is not good.';

create function remove_sign_up(member_id text, even_confirmed boolean default false) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id and p.approval_status = 'pending' and (even_confirmed or u.email_confirmed_at is null)
  for update;
  -- Looked up only now: a decision may have been made while we waited.
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
  'Removes an account that waits and was never decided about, with everything that is not told yet. False, and nothing '
  'done, for any other, and unless even_confirmed for one whose address is confirmed. Leaves no record.';

create function discard_sign_up(given_token_hash text) returns text
language plpgsql as $$
declare
  member_id constant text := hold_linked_member(given_token_hash, '{confirm_email,change_email}');
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

comment on function discard_sign_up is
  'For the owner of a mailbox who did not ask: removes the sign-up, "sign_up", or ends the link of an e-mail change, '
  '"email_change". "decided", and nothing done, when the account was decided about; null when the link is not good.';
