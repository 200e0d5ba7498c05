-- A new password ends every session, known browser and link that gives access.

create function revoke_access(member_id text) returns void
language sql as $$
  delete from email_tokens t
  where t.user_id = member_id and t.used_at is null and t.purpose in ('reset_password', 'invitation', 'change_email');
  delete from sessions s where s.user_id = member_id;
  delete from known_devices d where d.user_id = member_id;
  delete from calendar_feeds f where f.user_id = member_id;
$$;

create function set_password(member_id text, new_password_hash text) returns void
language plpgsql as $$
begin
  perform revoke_access(member_id);
  -- Whoever knew the old password may have requested the deletion. An administrator's stands.
  update account_deletions d set cancelled_at = now()
  where d.user_id = member_id and d.requested_by is null and d.cancelled_at is null;
  perform enqueue_email('password_changed', u.id) from users u where u.id = member_id and u.password_hash is not null;
  update users set password_hash = new_password_hash where id = member_id;
end
$$;

create function reset_password(p_token_hash text, new_password_hash text)
returns table (member_id text, signs_in boolean)
language plpgsql as $$
declare
  locked_member_id constant text := lock_token_member(p_token_hash, '{reset_password,invitation}');
begin
  delete from email_tokens t using profiles p
  where t.token_hash = p_token_hash and t.user_id = locked_member_id and p.id = locked_member_id
    and (t.purpose <> 'invitation' or p.approval_status = 'approved')
  returning t.user_id, t.purpose = 'invitation' into member_id, signs_in;
  if not found then
    return;
  end if;
  perform set_password(member_id, new_password_hash);
  update users set email_confirmed_at = coalesce(email_confirmed_at, now()), sign_up_browser_hash = null where id = member_id;
  update invitations set accepted_at = now() where user_id = member_id and accepted_at is null;
  return next;
end
$$;

grant execute on function revoke_access, set_password, reset_password to lanai_app;
