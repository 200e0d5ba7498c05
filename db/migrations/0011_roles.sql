-- Who may do what. Three roles that nobody signs in as: a login is made a member of one of them (docs/deploy.md), and the
-- schema's owner, who migrates, is for people alone. What each may do is listed in tests/contract/privileges.test.ts.
--
--   lanai_edge   the gate: sessions and the view members
--   lanai_app    actions and scheduled functions: everything but deciding and rewriting what was decided
--   lanai_admin  administrators: the roster, deciding, looking, ending sessions, trying mail again; no password hash and
--                no link
--
-- What earlier migrations made is granted here. A later one has the defaults below, and says in its own file what differs:
-- it revokes from lanai_app what that may not have, and grants lanai_admin or lanai_edge what they need.

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

-- Nothing for everybody; from here on a new table or function is the owner's and, as far as it is data, lanai_app's.

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
-- and by the functions that act for the owner. Of the record of decisions it reads what there is to tell.

grant select, insert, update, delete
on sessions, known_devices, rate_limits, email_confirmation_tokens, password_reset_tokens, outbox
to lanai_app;
grant select, insert (id, email, password_hash), update (email, password_hash, email_confirmed_at) on users to lanai_app;
grant select, insert (id, full_name, avatar_url), update (full_name, avatar_url) on profiles to lanai_app;
grant select on members, approval_events to lanai_app;

grant execute on function
  register_member(text, text, text),
  register_member(text, text, text, text, text, interval),
  enqueue(text, text, jsonb, timestamptz),
  claim_outbox(int, interval),
  decision_to_tell(bigint),
  take_attempt(text, int, interval, interval),
  give_back_attempt(text),
  remember_device(text, text, int),
  send_confirmation(text, text, text, interval),
  resend_confirmation(text, text, text, interval),
  confirm_email(text),
  request_password_reset(text, text, text, interval),
  reset_password(text, text),
  start_session(text, text, text, text, interval, int),
  write_nothing_as_slowly(text, text, interval)
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
  decide_membership(text, text, text, text),
  is_mail_address(text), lines_of(bytea), read_utf8(bytea), split_csv(text, text), read_roster(bytea),
  import_roster(bytea, boolean, text),
  brief_age(timestamptz), utc_minute(timestamptz), addresses_in(text, text),
  find_members(text[]), lock_profiles(text[]),
  decide_memberships(text[], text, text, text, boolean),
  undo_decisions(text[], text, text),
  list_pending(int, int), decision_history(text, int), list_undelivered(int), portal_stats(),
  member_report(text), member_mails(text, int),
  end_sessions(text[]), end_every_session(), retry_outbox(text[])
to lanai_admin;
grant execute on procedure refuse_bad_roster(bytea, boolean) to lanai_admin;
