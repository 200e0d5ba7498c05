-- Signing up, and confirming by an emailed link.

create function delete_sign_up(member_id text, even_confirmed boolean default false) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id and p.approval_status = 'pending' and (even_confirmed or u.email_confirmed_at is null)
  for update;
  -- Checked after the lock: a decision may have been made while this waited.
  if not found or has_decision(member_id) then
    return false;
  end if;

  delete from users where id = member_id;
  delete from outbox
  where (user_id = member_id or dedupe_key = 'registration_notice:' || member_id) and sent_at is null;
  return true;
end
$$;

comment on function delete_sign_up is
  'Deletes a pending account without decisions, and its unsent messages. False, and no change, for any other account, and '
  'for a confirmed one unless even_confirmed. Leaves no history.';

create function sign_up(new_email text, new_password_hash text, new_full_name text, browser_hash text, lifetime interval)
returns text
language plpgsql as $$
declare
  member_id constant text := register_member(new_email, new_password_hash, new_full_name, browser_hash);
begin
  perform enqueue_email_with_token('confirm_email', member_id, lifetime);
  perform enqueue('user_registered', 'user_registered:' || member_id,
    jsonb_build_object('userId', member_id, 'email', new_email, 'fullName', new_full_name));
  -- Confirming brings it forward: most people confirm at once, and administrators needn't look twice.
  perform enqueue('registration_notice', 'registration_notice:' || member_id, jsonb_build_object('personId', member_id),
    due_at => now() + interval '1 hour');
  return member_id;
end
$$;

create function confirm_email(p_token_hash text, browser_hash text, is_clicked boolean) returns text
language plpgsql as $$
declare
  member_id constant text := lock_token_member(p_token_hash, '{confirm_email,change_email}');
  token email_tokens;
begin
  select * into token from email_tokens where token_hash = p_token_hash;
  if member_id is null or token.token_hash is null then
    return null;
  elsif token.purpose = 'change_email' then
    return (select 'click_required' from find_email_change(p_token_hash, null));
  end if;

  update users set email_confirmed_at = coalesce(email_confirmed_at, now()), sign_up_browser_hash = null
  where id = member_id and (is_clicked or email_confirmed_at is not null or sign_up_browser_hash = browser_hash);
  if not found then
    return 'click_required';
  end if;
  update outbox set next_attempt_at = now()
  where dedupe_key = 'registration_notice:' || member_id and sent_at is null and last_error is null;
  return (select p.approval_status from profiles p where p.id = member_id);
end
$$;

create function discard_sign_up(p_token_hash text) returns text
language plpgsql as $$
declare
  member_id constant text := lock_token_member(p_token_hash, '{confirm_email,change_email}');
  token email_tokens;
begin
  select * into token from email_tokens where token_hash = p_token_hash and used_at is null;
  if member_id is null or token.token_hash is null then
    return null;
  elsif token.purpose = 'change_email' then
    delete from email_tokens where token_hash = p_token_hash;
    return 'email_change';
  end if;
  return case when delete_sign_up(member_id, even_confirmed => true) then 'sign_up' else 'decided' end;
end
$$;

grant execute on function delete_sign_up, sign_up, confirm_email, discard_sign_up to lanai_app;
