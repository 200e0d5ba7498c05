-- Changing the password or the address. A new password ends every session, link and known browser.

create function end_access(member_id text) returns void
language sql as $$
  delete from links l
  where l.user_id = member_id and l.used_at is null and l.purpose in ('reset_password', 'invitation', 'change_email');
  delete from sessions s where s.user_id = member_id;
  delete from known_devices d where d.user_id = member_id;
  delete from calendar_feeds f where f.user_id = member_id;
$$;

create function set_password(member_id text, new_password_hash text) returns void
language plpgsql as $$
begin
  perform end_access(member_id);
  -- A thief of the password may have requested it. An administrator's stands.
  update account_deletions d set kept_at = now()
  where d.user_id = member_id and d.requested_by is null and d.kept_at is null;
  perform mail_member('password_changed', u.id) from users u where u.id = member_id and u.password_hash is not null;
  update users set password_hash = new_password_hash where id = member_id;
end
$$;

create function reset_password(given_token_hash text, new_password_hash text)
returns table (member_id text, signs_in boolean)
language plpgsql as $$
declare
  held constant text := lock_linked_member(given_token_hash, '{reset_password,invitation}');
begin
  delete from links l using profiles p
  where l.token_hash = given_token_hash and l.user_id = held and p.id = held
    and (l.purpose <> 'invitation' or p.approval_status = 'approved')
  returning l.user_id, l.purpose = 'invitation' into member_id, signs_in;
  if not found then
    return;
  end if;
  perform set_password(member_id, new_password_hash);
  update users set email_confirmed_at = coalesce(email_confirmed_at, now()), sign_up_browser_hash = null where id = member_id;
  update invitations set came_at = now() where user_id = member_id and came_at is null;
  return next;
end
$$;

-- A new address takes effect when the link that was emailed to it is opened.

create function request_email_change(member_id text, proven_password_hash text, asked_email text, lifetime interval)
returns boolean
language plpgsql as $$
begin
  perform from users where id = member_id and password_hash = proven_password_hash for update;
  if not found then
    return false;
  end if;
  delete from links where user_id = member_id and purpose = 'change_email' and used_at is null;
  perform mail_member('email_change_asked', member_id);
  if not exists (
    select from members m
    where m.email = asked_email and (m.email_confirmed or m.approval_status <> 'pending' or is_decided(m.id))
  ) then
    perform mail_link('change_email', member_id, lifetime, asked_email);
  end if;
  return true;
end
$$;

create function change_email(link links) returns boolean
language plpgsql as $$
declare
  old_email constant text := (select m.email from members m where m.id = link.user_id and m.approval_status = 'approved');
begin
  if old_email is null or link.used_at is not null then
    return old_email is not null;
  end if;
  -- The member has proved that they own the mailbox; an unconfirmed sign-up with it has not.
  perform remove_sign_up(u.id) from users u where u.email = link.new_email and u.id <> link.user_id;
  update users set email = link.new_email, email_confirmed_at = now() where id = link.user_id;
  -- Links that were emailed to the old address stop working, but for those that only end a kind of emails.
  delete from links
  where user_id = link.user_id and token_hash <> link.token_hash and purpose not like 'end\_%';
  update links set used_at = now() where token_hash = link.token_hash;
  delete from bounces where user_id = link.user_id;
  perform mail_member('email_changed', link.user_id, address => old_email);
  return true;
exception
  -- Another account has taken the address since.
  when unique_violation then
    return false;
end
$$;
