-- Changing the password or the address. A new password ends every session, link and known browser.

create function revoke_access(member_id text) returns void
language sql as $$
  delete from email_tokens l
  where l.user_id = member_id and l.used_at is null and l.purpose in ('reset_password', 'invitation', 'change_email');
  delete from sessions s where s.user_id = member_id;
  delete from known_devices d where d.user_id = member_id;
  delete from calendar_feeds f where f.user_id = member_id;
$$;

create function set_password(member_id text, new_password_hash text) returns void
language plpgsql as $$
begin
  perform revoke_access(member_id);
  -- A thief of the password may have requested it. An administrator's stands.
  update account_deletions d set cancelled_at = now()
  where d.user_id = member_id and d.requested_by is null and d.cancelled_at is null;
  perform enqueue_email('password_changed', u.id) from users u where u.id = member_id and u.password_hash is not null;
  update users set password_hash = new_password_hash where id = member_id;
end
$$;

create function reset_password(given_token_hash text, new_password_hash text)
returns table (member_id text, signs_in boolean)
language plpgsql as $$
declare
  held constant text := lock_token_member(given_token_hash, '{reset_password,invitation}');
begin
  delete from email_tokens l using profiles p
  where l.token_hash = given_token_hash and l.user_id = held and p.id = held
    and (l.purpose <> 'invitation' or p.approval_status = 'approved')
  returning l.user_id, l.purpose = 'invitation' into member_id, signs_in;
  if not found then
    return;
  end if;
  perform set_password(member_id, new_password_hash);
  update users set email_confirmed_at = coalesce(email_confirmed_at, now()), sign_up_browser_hash = null where id = member_id;
  update invitations set accepted_at = now() where user_id = member_id and accepted_at is null;
  return next;
end
$$;

-- A new address takes effect when the link that was emailed to it is opened.

create function request_email_change(member_id text, verified_password_hash text, requested_email text, lifetime interval)
returns boolean
language plpgsql as $$
begin
  perform from users where id = member_id and password_hash = verified_password_hash for update;
  if not found then
    return false;
  end if;
  delete from email_tokens where user_id = member_id and purpose = 'change_email' and used_at is null;
  perform enqueue_email('email_change_asked', member_id);
  if not exists (
    select from members m
    where m.email = requested_email and (m.email_confirmed or m.approval_status <> 'pending' or has_decision(m.id))
  ) then
    perform enqueue_email_with_token('change_email', member_id, lifetime, requested_email);
  end if;
  return true;
end
$$;

create function change_email(token email_tokens) returns boolean
language plpgsql as $$
declare
  old_email constant text := (select m.email from members m where m.id = token.user_id and m.approval_status = 'approved');
begin
  if old_email is null or token.used_at is not null then
    return old_email is not null;
  end if;
  -- The member has proved that they own the mailbox; an unconfirmed sign-up with it has not.
  perform delete_sign_up(u.id) from users u where u.email = token.new_email and u.id <> token.user_id;
  update users set email = token.new_email, email_confirmed_at = now() where id = token.user_id;
  -- Links that were emailed to the old address stop working, but for those that only end a kind of emails.
  delete from email_tokens
  where user_id = token.user_id and token_hash <> token.token_hash and purpose not like 'end\_%';
  update email_tokens set used_at = now() where token_hash = token.token_hash;
  delete from bounces where user_id = token.user_id;
  perform enqueue_email('email_changed', token.user_id, address => old_email);
  return true;
exception
  -- Another account has taken the address since.
  when unique_violation then
    return false;
end
$$;
