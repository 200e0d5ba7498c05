-- A new address takes effect in a browser with the member's session, or with their password: whoever gets the email for a mistyped
-- address has neither. The address before gets a link that takes the change back for seven days.

create function is_email_taken(address text) returns boolean
language sql stable as $$
  select exists (
    select from members m
    where m.email = address and (m.email_confirmed or m.approval_status <> 'pending' or has_decision(m.id))
  )
$$;

comment on function is_email_taken is
  'Whether an account has this address for good. An unconfirmed sign-up gives way to whoever proves the mailbox.';

create function request_email_change(member_id text, verified_password_hash text, requested_email text, lifetime interval)
returns boolean
language plpgsql as $$
begin
  perform from users where id = member_id and password_hash = verified_password_hash for update;
  if not found then
    return false;
  end if;
  delete from email_tokens where user_id = member_id and purpose = 'change_email' and used_at is null;
  perform enqueue_email('email_change_requested', member_id);
  if not is_email_taken(requested_email) then
    perform enqueue_email_with_token('change_email', member_id, lifetime, requested_email);
  end if;
  return true;
end
$$;

-- A new address for a member who can't read the old mailbox any more.
create function send_email_change(current_email text, requested_email text)
returns table (email text, new_email text, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member members;
  new_address constant text := normalize_email(requested_email);
begin
  select m.* into member from find_members(array[current_email]) f join members m on m.id = f.id;
  if member.approval_status <> 'approved' then
    raise exception '% is not approved, so the address can''t be changed', member.email using errcode = 'check_violation';
  elsif not is_valid_email(new_address) then
    raise exception '"%" is not an email address', requested_email using errcode = 'check_violation';
  elsif is_email_taken(new_address) then
    raise exception 'Another account has the address %', new_address using errcode = 'unique_violation';
  end if;
  delete from email_tokens t where t.user_id = member.id and t.purpose = 'change_email' and t.used_at is null;
  perform enqueue_email_with_token('change_email', member.id, '1 day', new_address);
  update email_tokens t set requested_by_admin = true where t.user_id = member.id and t.purpose = 'change_email' and t.used_at is null;
  return query select member.email, new_address, 'a link was sent to the new address';
end
$$;

comment on function send_email_change is
  'Emails the new address a link that changes the account''s address to it, with the member''s session or password. Only then is the old '
  'address told, without a link back.';

create function find_email_change(p_token_hash text, session_hash text)
returns table (email text, new_email text, proof text)
language sql stable as $$
  select m.email, t.new_email, case
      when t.used_at is not null then 'done'
      when exists (select from active_sessions s where s.id = session_hash and s.user_id = t.user_id) then 'session'
      -- Invited, not joined yet: an administrator asked for the change, and the account holds nothing to protect.
      when exists (select from users u where u.id = t.user_id and u.password_hash is null) then 'none'
      else 'password'
    end
  from email_tokens t
  join members m on m.id = t.user_id and m.approval_status = 'approved'
  where t.token_hash = p_token_hash and t.purpose = 'change_email' and t.expires_at > now()
    and (t.used_at is null or m.email = t.new_email)
$$;

comment on function find_email_change is
  'The change of address that a link is for, and what proves that it is the member who confirms it: this session, the password, '
  'nothing for an account without one. "done" once it is made; no row for a link that doesn''t work.';

create function change_email(token email_tokens) returns boolean
language plpgsql as $$
declare
  old_email constant text := (select m.email from members m where m.id = token.user_id and m.approval_status = 'approved');
  -- The oldest open link back to the new address, if there is one: this change then undoes the changes since that link was sent.
  first_restore_expires_at constant timestamptz := (
    select min(t.expires_at) from email_tokens t
    where t.user_id = token.user_id and t.purpose = 'restore_email' and t.new_email = token.new_email and t.used_at is null
      and t.expires_at > now()
  );
begin
  if old_email is null or token.used_at is not null then
    return old_email is not null;
  end if;
  -- The member has proved that they own the mailbox; an unconfirmed sign-up with it has not.
  perform delete_sign_up(u.id) from users u where u.email = token.new_email and u.id <> token.user_id;
  update users set email = token.new_email, email_confirmed_at = now() where id = token.user_id;
  -- Links that were emailed to the old address stop working, except those to unsubscribe, and those back to addresses before it:
  -- otherwise, a thief's second change would make the first one final.
  delete from email_tokens
  where user_id = token.user_id and token_hash <> token.token_hash and purpose not like 'unsubscribe\_%'
    and (purpose <> 'restore_email' or expires_at >= first_restore_expires_at);
  update email_tokens set used_at = now() where token_hash = token.token_hash;
  delete from bounces where user_id = token.user_id;
  if token.requested_by_admin or first_restore_expires_at is not null then
    perform enqueue_email('email_changed', token.user_id, address => old_email);
  else
    perform enqueue_email_with_token('restore_email', token.user_id, '7 days', old_email);
  end if;
  return true;
exception
  -- Another account has taken the address since.
  when unique_violation then
    return false;
end
$$;

create function confirm_email_change(p_token_hash text, session_hash text, verified_password_hash text) returns boolean
language plpgsql as $$
declare
  member_id constant text := lock_token_member(p_token_hash, '{change_email}');
  change record;
  token email_tokens;
begin
  select * into change from find_email_change(p_token_hash, session_hash);
  if change.proof = 'password' then
    perform from users where id = member_id and password_hash = verified_password_hash;
  end if;
  if not found then
    return false;
  end if;
  select * into token from email_tokens where token_hash = p_token_hash;
  return change_email(token);
end
$$;

create function find_email_restore(p_token_hash text)
returns table (full_name text, email text, current_email text, state text)
language sql stable as $$
  select m.full_name, t.new_email, m.email, case
      when m.email = t.new_email then 'done'
      when is_email_taken(t.new_email) then 'taken'
      else 'open'
    end
  from email_tokens t
  join members m on m.id = t.user_id
  where t.token_hash = p_token_hash and t.purpose = 'restore_email' and t.expires_at > now()
    and (t.used_at is null or m.email = t.new_email)
    and not exists (
      select from account_deletions d where d.user_id = t.user_id and d.cancelled_at is null and d.requested_by is not null
    )
$$;

comment on function find_email_restore is
  'The account whose change of address a link takes back, the address to which, the one it has, and whether that is "open", "done" '
  'or impossible, because another account has "taken" the address. No row for a link that doesn''t work.';

create function restore_email(p_token_hash text, random_password_hash text, reset_lifetime interval) returns text
language plpgsql as $$
declare
  member_id constant text := lock_token_member(p_token_hash, '{restore_email}');
  change record;
begin
  select r.*, t.expires_at into change
  from find_email_restore(p_token_hash) r
  join email_tokens t on t.token_hash = p_token_hash;
  if change.state is distinct from 'open' then
    return change.state;
  end if;
  perform delete_sign_up(u.id) from users u where u.email = change.email and u.id <> member_id;
  -- Whoever made the change knows the old password.
  update users set email = change.email, email_confirmed_at = now(), password_hash = random_password_hash where id = member_id;
  perform revoke_access(member_id);
  update account_deletions d set cancelled_at = now() where d.user_id = member_id and d.requested_by is null and d.cancelled_at is null;
  -- The links of later changes: of two earlier addresses, the older one wins.
  delete from email_tokens where user_id = member_id and purpose = 'restore_email' and expires_at > change.expires_at;
  update email_tokens set used_at = now() where token_hash = p_token_hash;
  delete from bounces where user_id = member_id;
  perform enqueue_email('email_restored', member_id, create_email_token('reset_password', member_id, reset_lifetime), reset_lifetime);
  perform enqueue_email('email_change_reverted', member_id, address => change.current_email);
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

grant execute on function
  is_email_taken, request_email_change, find_email_change, change_email, confirm_email_change, find_email_restore, restore_email
to lanai_app;
grant execute on function send_email_change to lanai_admin;
