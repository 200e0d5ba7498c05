-- Privileges. Three roles without login: each login is a member of one of them (docs/deploy.md). Only people use the schema's
-- owner, which migrates. db/schema.txt has the same lists.
--
--   lanai_edge   the gate: sessions and the view members
--   lanai_app    actions and scheduled functions: everything but changing the history; it decides through the functions of /people
--                alone, which trust the session that it gives them
--   lanai_admin  administrators: inviting, deciding, reading, ending sessions, retrying messages; no password hashes, no links

do $$
declare
  role_name text;
begin
  foreach role_name in array array['lanai_edge', 'lanai_app', 'lanai_admin'] loop
    begin
      -- Roles belong to the server: another database's migration may create them concurrently.
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin', role_name);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;

    -- Lets an owner without superuser rights SET ROLE to them, which `npm start` on an external database does.
    begin
      if current_setting('server_version_num')::int < 160000 then
        -- Up to version 15 a member may always SET ROLE.
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

-- No role can use a table or a function that isn't granted to it by name, now or in a later migration.

revoke all on schema public from public;
grant usage on schema public to lanai_edge, lanai_app, lanai_admin;

revoke all on all routines in schema public from public;
alter default privileges revoke execute on functions from public;

-- The gate reads sessions, renews them and ends them. It ends mailings by an emailed link, and hears of bounces.

grant select (id, user_id, expires_at, created_at, last_seen_at), update (expires_at, last_seen_at), delete
on sessions
to lanai_edge;
grant select on members to lanai_edge;
grant select (user_id, token_hash) on calendar_feeds to lanai_edge;
grant execute on function end_mailing, record_bounce to lanai_edge;
grant execute on function portal_health to lanai_edge, lanai_app, lanai_admin;

-- The application. It may not write the approval status itself, and only reads the history.

grant select, insert, update, delete
on sessions, known_devices, rate_limits, outbox, links, calendar_feeds, video_progress, notes
to lanai_app;
grant select, insert, update on scheduled_runs to lanai_app;
grant select, insert on mailings to lanai_app;
grant select, insert (id, email, password_hash, sign_up_browser_hash),
  update (email, password_hash, email_confirmed_at, sign_up_browser_hash)
on users
to lanai_app;
grant select, insert (id, full_name), update (full_name, avatar_url, wanted_mail, company, about, link, handle, shows_email, shows_link, shows_handle)
on profiles
to lanai_app;
grant select, insert (user_id, token_hash, due_at), update (kept_at), delete on account_deletions to lanai_app;
grant select, update (came_at) on invitations to lanai_app;
grant select on members, approval_events, descriptions to lanai_app;
grant select, delete on bounces to lanai_app;

grant execute on function
  register_member, start_session, take_attempt,
  enqueue, sha256_hex, mail_member, new_link, mail_link, lock_linked_member,
  sign_up, request_link, confirm_email, remove_sign_up, discard_sign_up,
  end_access, set_password, clean_text, canonical_address, is_mail_address, reset_password, request_email_change, change_email,
  is_decided, find_decision,
  count_people_for_admin, people_for_admin, person_for_admin, act_on_people, describe_for_admin, invite_for_admin, lock_admins, is_last_admin,
  export_account, request_deletion, delete_due_accounts, ms_ago, sweep_rows
to lanai_app;

-- Administrators. They may also UPDATE the status directly.

grant select (id, email, email_confirmed_at, created_at) on users to lanai_admin;
grant select, update (approval_status, is_editor, is_admin) on profiles to lanai_admin;
grant select on invitations to lanai_admin;
grant select (user_id, expires_at, created_at, last_seen_at, user_agent), delete on sessions to lanai_admin;
grant select (user_id, created_at), delete on calendar_feeds to lanai_admin;
grant select on members, people, messages, latest_mailings, approval_events, decisions, schema_migrations to lanai_admin;
-- Forty people in one room share a network, so an administrator may have to reset the limits.
grant delete on rate_limits to lanai_admin;

grant execute on function
  find_members, end_sessions,
  retry_outbox, settle_after_restore, decide_memberships,
  undo_decisions, set_role, send_email_change, clean_text, canonical_address, invite, revoke_invitation,
  schedule_deletions, keep_accounts,
  search_key, find_people, describe_people, portal_stats
to lanai_admin;
