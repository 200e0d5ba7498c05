-- Who may do what. Three roles without a login: a login is made a member of one of them (docs/deploy.md), and the
-- schema's owner, who migrates, is for people alone. tests/contract/schema.txt has the same lists.
--
--   lanai_edge   the gate: sessions and the view members
--   lanai_app    actions and scheduled functions: everything but deciding and rewriting what was decided
--   lanai_admin  administrators: inviting, deciding, looking, ending sessions, trying mail again; no password hash and no link

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
        -- Up to 15 a membership has no options: a member may always act as the role.
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

-- Nothing for everyone. A later table or function is the owner's and lanai_app's.

revoke all on schema public from public;
grant usage on schema public to lanai_edge, lanai_app, lanai_admin;
grant usage on schema extensions to lanai_admin;

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
grant select on members, portal_status to lanai_edge;
grant select (user_id, token_hash) on calendar_feeds to lanai_edge;
grant execute on function portal_health to lanai_edge;

-- The application. Of a profile it writes all but the one fact that opens the portal, and of the record of decisions it
-- reads what there is to tell.

grant select, insert, update, delete
on sessions, known_devices, rate_limits, outbox, links, calendar_feeds, video_progress, notes, removed_notes
to lanai_app;
grant select, insert, update on scheduled_runs to lanai_app;
grant select, insert (id, email, password_hash, sign_up_browser_hash),
  update (email, password_hash, email_confirmed_at, sign_up_browser_hash)
on users
to lanai_app;
grant select, insert (id, full_name), update (full_name, avatar_url) on profiles to lanai_app;
grant select, insert (user_id, token_hash, due_at), update (kept_at), delete on account_deletions to lanai_app;
grant select, update (came_at) on invitations to lanai_app;
grant select on members, approval_events to lanai_app;

grant execute on function
  register_member, start_session, remember_device, take_attempt, give_back_attempt,
  enqueue, sha256_hex, mail_member, claim_outbox, new_link, mail_link, hold_linked_member,
  sign_up, resend_confirmation, confirm_email, remove_sign_up, discard_sign_up,
  end_access, set_password, change_password, is_mail_address, request_password_reset, reset_password, request_email_change, change_email,
  is_decided, decision_to_tell, announce_registration, registrations_to_tell, link_decisions, read_decision_link,
  waiting_for, decide_as_admin, undo_as_admin,
  update_own_name, replace_avatar, export_account, request_deletion, keep_account, delete_due_accounts, ms_ago, keep_video_progress, keep_notes, sweep_rows
to lanai_app;

-- Administrators. A bare UPDATE of the status, and an INSERT into invitations, is enough for them too.

grant select (id, email, email_confirmed_at, created_at) on users to lanai_admin;
grant select, update (approval_status, is_editor, is_admin) on profiles to lanai_admin;
grant select, insert (email, full_name) on invitations to lanai_admin;
grant select (user_id, expires_at, created_at, last_seen_at, user_agent), delete on sessions to lanai_admin;
grant select (user_id, created_at), delete on calendar_feeds to lanai_admin;
grant select on members, approval_events, portal_status, schema_migrations to lanai_admin;
grant select (id, kind, attempts, next_attempt_at, locked_until, expires_at, sent_at, dead_at, last_error, created_at)
on outbox to lanai_admin;
-- Forty people in one room are one network to the limits. On such a day an administrator sets them back.
grant delete on rate_limits to lanai_admin;

grant execute on function
  unknown_address, find_members, act_as, acting, end_sessions, end_every_session,
  list_undelivered, retry_outbox, settle_after_restore, lock_profiles, decide_membership, decide_memberships,
  undo_decisions, set_admins, set_editors, is_mail_address, people_in, invite, revoke_invitation, list_invitations,
  schedule_deletions, keep_accounts, list_deletions, brief_age, utc_minute, addresses_in, list_pending,
  decision_history, member_report, member_mails, spoken, find_people, portal_stats, set_status, clear_status
to lanai_admin;
