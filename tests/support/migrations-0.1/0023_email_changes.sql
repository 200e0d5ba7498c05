-- A new address takes effect in a browser with the member's session, or with their password: whoever gets the email for a mistyped
-- address has neither. The address before gets a link that takes the change back for seven days.
--
-- Not additive: confirm_email no longer changes an address, so that pages of an older deploy only ask again. The check on links is
-- wider than the one that it replaces. Older code doesn't read the column that is filled here.

alter table links
  add column by_admin boolean not null default false,
  drop constraint links_new_email_is_of_a_change,
  add constraint links_new_email_is_of_a_change
    check ((purpose in ('change_email', 'restore_email')) = (new_email is not null));

comment on column links.by_admin is
  'Whether an administrator asked for this change of address, because the member can''t read the mailbox before it.';

-- Of the links that are open now, members asked for those about which they were emailed in the same transaction.
update links l set by_admin = true
where l.purpose = 'change_email' and l.used_at is null and not exists (
  select from outbox o
  where o.user_id = l.user_id and o.kind = 'email_change_asked' and o.created_at = l.expires_at - interval '24 hours'
);

create function is_address_taken(address text) returns boolean
language sql stable as $$
  select exists (
    select from members m
    where m.email = address and (m.email_confirmed or m.approval_status <> 'pending' or is_decided(m.id))
  )
$$;

comment on function is_address_taken is
  'Whether an account has this address for good. An unconfirmed sign-up gives way to whoever proves the mailbox.';

create or replace function request_email_change(member_id text, proven_password_hash text, asked_email text, lifetime interval)
returns boolean
language plpgsql as $$
begin
  perform from users where id = member_id and password_hash = proven_password_hash for update;
  if not found then
    return false;
  end if;
  delete from links where user_id = member_id and purpose = 'change_email' and used_at is null;
  perform mail_member('email_change_asked', member_id);
  if not is_address_taken(asked_email) then
    perform mail_link('change_email', member_id, lifetime, asked_email);
  end if;
  return true;
end
$$;

create or replace function send_email_change(current_email text, asked_email text)
returns table (email text, new_email text, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member members;
  asked constant text := canonical_address(asked_email);
begin
  select m.* into member from find_members(array[current_email]) f join members m on m.id = f.id;
  if member.approval_status <> 'approved' then
    raise exception '% is not approved, so the address can''t be changed', member.email using errcode = 'check_violation';
  elsif not is_mail_address(asked) then
    raise exception '"%" is not an email address', asked_email using errcode = 'check_violation';
  elsif is_address_taken(asked) then
    raise exception 'Another account has the address %', asked using errcode = 'unique_violation';
  end if;
  delete from links l where l.user_id = member.id and l.purpose = 'change_email' and l.used_at is null;
  perform mail_link('change_email', member.id, '1 day', asked);
  update links l set by_admin = true where l.user_id = member.id and l.purpose = 'change_email' and l.used_at is null;
  return query select member.email, asked, 'a link was sent to the new address';
end
$$;

comment on function send_email_change is
  'Emails the new address a link that changes the account''s address to it, for whoever has a session or the password, and then tells '
  'the old one, without a way back. Changes nothing before.';

create or replace function confirm_email(given_token_hash text, browser_hash text, is_pressed boolean) returns text
language plpgsql as $$
declare
  member_id constant text := lock_linked_member(given_token_hash, '{confirm_email,change_email}');
  link links;
begin
  select * into link from links where token_hash = given_token_hash;
  if member_id is null or link.token_hash is null then
    return null;
  elsif link.purpose = 'change_email' then
    return (select 'press' from find_email_change(given_token_hash, null));
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

create function find_email_change(given_token_hash text, session_hash text)
returns table (email text, new_email text, proof text)
language sql stable as $$
  select m.email, l.new_email, case
      when l.used_at is not null then 'done'
      when exists (
        select from sessions s where s.id = session_hash and s.user_id = l.user_id and s.expires_at > now()
      ) then 'session'
      -- Only an administrator can have asked, and nothing is in the account yet.
      when exists (select from users u where u.id = l.user_id and u.password_hash is null) then 'none'
      else 'password'
    end
  from links l
  join members m on m.id = l.user_id and m.approval_status = 'approved'
  where l.token_hash = given_token_hash and l.purpose = 'change_email' and l.expires_at > now()
    and (l.used_at is null or m.email = l.new_email)
$$;

comment on function find_email_change is
  'The change of address that a link is for, and what proves that it is the member who confirms it: this session, the password, '
  'nothing for an account without one. "done" once it is made; no row for a link that doesn''t work.';

create function confirm_email_change(given_token_hash text, session_hash text, proven_password_hash text) returns boolean
language plpgsql as $$
declare
  member_id constant text := lock_linked_member(given_token_hash, '{change_email}');
  change record;
  link links;
begin
  select * into change from find_email_change(given_token_hash, session_hash);
  if change.proof = 'password' then
    perform from users where id = member_id and password_hash = proven_password_hash;
  end if;
  if not found then
    return false;
  end if;
  select * into link from links where token_hash = given_token_hash;
  return change_email(link);
end
$$;

create or replace function change_email(link links) returns boolean
language plpgsql as $$
declare
  old_email constant text := (select m.email from members m where m.id = link.user_id and m.approval_status = 'approved');
  -- When the first link back to this address was sent, if one still works: a change to it takes those since then back.
  back_since constant timestamptz := (
    select min(l.expires_at) from links l
    where l.user_id = link.user_id and l.purpose = 'restore_email' and l.new_email = link.new_email and l.used_at is null
      and l.expires_at > now()
  );
begin
  if old_email is null or link.used_at is not null then
    return old_email is not null;
  end if;
  -- The member has proved that they own the mailbox; an unconfirmed sign-up with it has not.
  perform remove_sign_up(u.id) from users u where u.email = link.new_email and u.id <> link.user_id;
  update users set email = link.new_email, email_confirmed_at = now() where id = link.user_id;
  -- Links that were emailed to the old address stop working, but for those that only end a kind of emails, and those back to
  -- addresses before it: otherwise, a thief's second change would make the first one final.
  delete from links
  where user_id = link.user_id and token_hash <> link.token_hash and purpose not like 'end\_%'
    and (purpose <> 'restore_email' or expires_at >= back_since);
  update links set used_at = now() where token_hash = link.token_hash;
  delete from bounces where user_id = link.user_id;
  if link.by_admin or back_since is not null then
    perform mail_member('email_changed', link.user_id, address => old_email);
  else
    perform mail_link('restore_email', link.user_id, '7 days', old_email);
  end if;
  return true;
exception
  -- Another account has taken the address since.
  when unique_violation then
    return false;
end
$$;

create function find_email_restore(given_token_hash text)
returns table (full_name text, email text, current_email text, state text)
language sql stable as $$
  select m.full_name, l.new_email, m.email, case
      when m.email = l.new_email then 'done'
      when is_address_taken(l.new_email) then 'taken'
      else 'open'
    end
  from links l
  join members m on m.id = l.user_id
  where l.token_hash = given_token_hash and l.purpose = 'restore_email' and l.expires_at > now()
    and (l.used_at is null or m.email = l.new_email)
    and not exists (
      select from account_deletions d where d.user_id = l.user_id and d.kept_at is null and d.requested_by is not null
    )
$$;

comment on function find_email_restore is
  'The account whose change of address a link takes back, the address to which, the one it has, and whether that is "open", "done" '
  'or impossible, because another account has "taken" the address. No row for a link that doesn''t work.';

create function restore_email(given_token_hash text, unknown_password_hash text, reset_lifetime interval) returns text
language plpgsql as $$
declare
  member_id constant text := lock_linked_member(given_token_hash, '{restore_email}');
  change record;
begin
  select r.*, l.expires_at into change
  from find_email_restore(given_token_hash) r
  join links l on l.token_hash = given_token_hash;
  if change.state is distinct from 'open' then
    return change.state;
  end if;
  perform remove_sign_up(u.id) from users u where u.email = change.email and u.id <> member_id;
  -- Whoever made the change knows the password.
  update users set email = change.email, email_confirmed_at = now(), password_hash = unknown_password_hash where id = member_id;
  perform end_access(member_id);
  update account_deletions d set kept_at = now() where d.user_id = member_id and d.requested_by is null and d.kept_at is null;
  -- Those of later changes: an address that an account had for longer counts for more.
  delete from links where user_id = member_id and purpose = 'restore_email' and expires_at > change.expires_at;
  update links set used_at = now() where token_hash = given_token_hash;
  delete from bounces where user_id = member_id;
  perform mail_member('email_restored', member_id, new_link('reset_password', member_id, reset_lifetime), reset_lifetime);
  perform mail_member('email_taken_back', member_id, address => change.current_email);
  return 'done';
exception
  -- Another account has taken the address since.
  when unique_violation then
    return 'taken';
end
$$;

comment on function restore_email is
  'Gives an account back to the address that it had, with a password that nobody knows, ends every session and open link, and emails '
  'both addresses. Returns the state as find_email_restore does; null for a link that doesn''t work. Idempotent.';

-- The addresses that can take a change back are told, too: a thief who has made it could otherwise delete the account unseen.
create or replace function request_deletion(
  member_id text, proven_password_hash text, this_session_id text, new_token text, delay interval
) returns table (due_at timestamptz, refusal text)
language plpgsql as $$
begin
  perform lock_admins();
  perform from users where id = member_id and password_hash = proven_password_hash for update;
  if not found then
    return;
  elsif is_last_admin(member_id) then
    refusal := 'last_admin';
  elsif exists (select from account_deletions d where d.user_id = member_id and d.kept_at is null and d.requested_by is not null) then
    refusal := 'deletion_decided';
  else
    due_at := now() + delay;
    delete from account_deletions d where d.user_id = member_id;
    insert into account_deletions (user_id, token_hash, due_at) values (member_id, sha256_hex(new_token), request_deletion.due_at);
    delete from sessions s where s.user_id = member_id and s.id <> this_session_id;
    perform mail_member('deletion_requested', member_id, new_token, delay);
    perform enqueue(
      'deletion_requested', 'deletion_requested:' || sha256_hex(new_token || address),
      jsonb_strip_nulls(jsonb_build_object('to', address, 'fullName', p.full_name, 'token', new_token)), now() + delay, member_id
    )
    from profiles p, (
      select distinct l.new_email as address
      from links l
      where l.user_id = member_id and l.purpose = 'restore_email' and l.used_at is null and l.expires_at > now()
    ) before
    where p.id = member_id;
  end if;
  return next;
end
$$;

grant execute on function
  is_address_taken, find_email_change, confirm_email_change, find_email_restore, restore_email
to lanai_app;
