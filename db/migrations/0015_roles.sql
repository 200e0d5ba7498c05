-- Who may do what. Three roles that nobody signs in as: a login is made a member of one of them (docs/deploy.md), and the
-- schema's owner, who migrates, is for people alone. tests/contract/privileges.test.ts has the same lists.
--
--   lanai_edge   the gate: sessions and the view members
--   lanai_app    actions and scheduled functions: everything but deciding and rewriting what was decided
--   lanai_admin  administrators: the roster, deciding, looking, ending sessions, trying mail again; no password hash and
--                no link
--
-- A later file has the defaults below, and says itself what differs: it revokes from lanai_app what that may not have, and
-- grants lanai_admin or lanai_edge what they need.

do $$
declare
  role_name text;
begin
  foreach role_name in array array['lanai_edge', 'lanai_app', 'lanai_admin'] loop
    begin
      -- Roles belong to the server, not to this database: another one may have made them, or be making them now.
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin', role_name);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;

    -- An owner who is no superuser may then still run a statement as one of them, which is what one machine does.
    begin
      if current_setting('server_version_num')::int < 160000 then
        -- Up to 15 a membership has no options: whoever is a member may always act as the role.
        execute format('grant %I to current_user', role_name);
      elsif not pg_has_role(current_user, role_name, 'SET') then
        execute format('grant %I to current_user with inherit false, set true', role_name);
      end if;
    exception
      when insufficient_privilege or unique_violation then null;
    end;
  end loop;
end
$$;

-- Nothing for everybody. A later table or function is the owner's and lanai_app's.

revoke all on schema public from public;
grant usage on schema public to lanai_edge, lanai_app, lanai_admin;

revoke all on all tables in schema public from public;
revoke all on all routines in schema public from public;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant select, insert, update, delete on tables to lanai_app;
alter default privileges in schema public grant usage on sequences to lanai_app;
alter default privileges in schema public grant execute on functions to lanai_app;

-- The gate: one SELECT, and now and then a renewal or the end of a session.

grant select (id, user_id, expires_at, created_at, last_seen_at), update (expires_at, last_seen_at), delete
on sessions
to lanai_edge;
grant select on members to lanai_edge;

-- The application. Of a profile it writes all but the one fact that opens the portal: that changes by decide_membership
-- and by the functions that act for the owner. Of the record of decisions it reads what there is to tell. The roster is
-- decided with by its triggers alone.

grant select, insert, update, delete
on sessions, known_devices, rate_limits, outbox, email_confirmation_tokens, sign_up_browsers, password_reset_tokens,
  email_change_tokens, video_progress, account_deletions
to lanai_app;
grant select, insert (id, email, password_hash),
  update (email, password_hash, email_confirmed_at, password_proven_at)
on users
to lanai_app;
grant select, insert (id, full_name, avatar_url), update (full_name, avatar_url) on profiles to lanai_app;
grant select on members, approval_events to lanai_app;

grant execute on function
  register_member(text, text, text),
  start_session(text, text, text, text, interval, int),
  enqueue(text, text, jsonb, timestamptz),
  write_nothing_as_slowly(text, text, interval),
  claim_outbox(int, interval),
  is_decided(text),
  decision_to_tell(bigint),
  take_attempt(text, int, interval, interval),
  give_back_attempt(text),
  remember_device(text, text, int),
  send_confirmation(text, text, text, interval),
  register_member(text, text, text, text, text, interval, text),
  resend_confirmation(text, text, text, interval),
  hold_confirming_member(text),
  needs_password(text),
  confirm_email(text, text),
  prove_sign_up(text, text),
  takes_first_password(text),
  set_sign_up_password(text, text),
  remove_sign_up(text, boolean),
  discard_sign_up(text),
  announce_registration(text, interval),
  registrations_to_tell(text[]),
  request_password_reset(text, text, text, interval),
  set_mailed_password(text, text, text),
  reset_password(text, text),
  end_email_changes(text),
  request_email_change(text, text, text, text, text, interval),
  change_email(text),
  ms_ago(timestamptz),
  keep_video_progress(text, jsonb),
  update_own_name(text, text),
  replace_avatar(text, text),
  change_password(text, text, text),
  export_account(text),
  request_deletion(text, text, text, text, text, interval),
  keep_account(text),
  delete_account(text),
  delete_due_accounts(int),
  sweep_rows(int, interval)
to lanai_app;

-- Administrators. A bare UPDATE of the status is enough for them too.

grant select (id, email, email_confirmed_at, created_at) on users to lanai_admin;
grant select, update (approval_status) on profiles to lanai_admin;
grant select (user_id, expires_at, created_at, last_seen_at, user_agent), delete on sessions to lanai_admin;
grant select on members, pending_members, approval_events, undelivered, schema_migrations to lanai_admin;
grant select (id, kind, attempts, next_attempt_at, locked_until, expires_at, sent_at, dead_at, last_error, created_at)
on outbox to lanai_admin;
grant select, insert, update, delete on roster to lanai_admin;
-- Forty people in one room are one network to the limits. On such a day an administrator sets them back.
grant delete on rate_limits to lanai_admin;

grant execute on function
  find_members(text[]),
  end_sessions(text[]), end_every_session(),
  list_undelivered(int), retry_outbox(text[]), settle_after_restore(interval),
  lock_profiles(text[]), decide_membership(text, text, text, text),
  is_mail_address(text), import_roster(jsonb, boolean, text),
  brief_age(timestamptz), utc_minute(timestamptz), addresses_in(text, text),
  decide_memberships(text[], text, text, text, boolean), undo_decisions(text[], text, text),
  list_pending(int, int), decision_history(text, int), member_report(text), member_mails(text, int), portal_stats()
to lanai_admin;
