-- What administrators may do besides deciding: the roster, looking things up, ending sessions, trying mail again.

grant select, insert, update, delete on roster to lanai_admin;

grant execute on function
  is_mail_address(text), read_utf8(text), split_csv(text, text), read_roster(bytea),
  import_roster(bytea, boolean, text),
  brief_age(timestamptz), utc_minute(timestamptz), addresses_in(text, text),
  find_members(text[]), lock_profiles(text[]),
  decide_memberships(text[], text, text, text, boolean),
  undo_decisions(text[], text, text),
  list_pending(int, int), decision_history(text, int), list_undelivered(int), portal_stats(),
  member_report(text), member_mails(text, int),
  end_sessions(text[]), end_every_session(), retry_outbox(text[])
to lanai_admin;

-- These read rows in which there are secrets too, and show none of them.

alter function list_pending(int, int) security definer set search_path = public, pg_temp;
alter function list_undelivered(int) security definer set search_path = public, pg_temp;
alter function portal_stats() security definer set search_path = public, pg_temp;
alter function member_report(text) security definer set search_path = public, pg_temp;
alter function member_mails(text, int) security definer set search_path = public, pg_temp;
alter function retry_outbox(text[]) security definer set search_path = public, pg_temp;

-- 0010 wrote it anew.
alter function record_approval_event() security definer set search_path = public, pg_temp;
