-- Carries a database of Lanai 0.1 over to the names of 1.0, with every row: tables, columns and constraints are renamed, and functions,
-- views and triggers dropped. `npm run migrate` runs this file and then the migrations in the same transaction, which make those again
-- and skip the tables that are there (db/carry-over.ts). Both files go with 1.1.

create function pg_temp.lacks(migration text) returns boolean
language sql
return not exists (select from public.schema_migrations where name = migration);

do $$
declare
  found text;
begin
  drop trigger profiles_record_decision on profiles;
  drop trigger profiles_refuse_many_decisions on profiles;
  drop trigger approval_events_append_only on approval_events;
  drop trigger approval_events_not_truncated on approval_events;
  for found in
    select oid::regprocedure
    from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any ('{
      act_on_people, actor_or_login, acts_for, add_form_address, add_form_for_admin, change_email, change_status,
      confirm_email, confirm_email_change, count_people_for_admin, decide_memberships, delete_account, delete_due_accounts,
      describe_for_admin, describe_people, discard_sign_up, do_act, due_for_admin, end_access, end_form_for_admin,
      end_mailing, end_sessions, enqueue, export_account, find_decision, find_email_change, find_email_restore, find_members,
      find_people, find_session_admin, find_undo, give_company, given_company, has_words, invite, invite_addresses,
      invite_for_admin, invite_person, is_address_taken, is_decided, is_last_admin, judge_act, keep_accounts, lock_admins,
      lock_linked_member, lock_people, mail_link, mail_member, match_for_admin, ms_ago, new_link, parse_people,
      people_for_admin, person_for_admin, person_has_words, portal_health, portal_stats, record_bare_decision, record_bounce, record_decision,
      record_submission, refuse_last_admin, refuse_many_decisions, refuse_rewriting_history, register_member,
      release_pictures, remind_for_admin, remove_sign_up, request_deletion, request_email_change, request_link,
      reset_password, restore_email, retry_outbox, revoke_invitation, schedule_deletions, search_key, send_email_change,
      set_password, set_role, settle_after_restore, sha256_hex, sign_up, start_session, sweep_rows, take_attempt,
      tick_by_form, undo_decisions, unmatch_for_admin, unremind_for_admin
    }')
  loop
    execute 'drop function ' || found;
  end loop;
  drop view latest_mailings, messages, expected_members, done_deadlines, decisions, people, members;

  -- Checks of columns depend on these.
  alter function canonical_address rename to normalize_email;
  alter function is_mail_address rename to is_valid_email;
end
$$;

-- Tables, with the keys, indexes and sequences that have their names.
do $$
declare
  renamed record;
  part record;
begin
  for renamed in
    select *
    from (values
      ('links', 'email_tokens'), ('mailings', 'broadcasts'), ('descriptions', 'profile_changes'),
      ('deadline_ticks', 'deadline_completions'), ('form_addresses', 'webhook_endpoints'), ('form_senders', 'email_aliases'),
      ('company_members', 'company_assignments')
    ) as tables (old, new)
    where to_regclass('public.' || old) is not null
  loop
    execute format('alter table %I rename to %I', renamed.old, renamed.new);
    for part in
      select conname as name from pg_constraint where conrelid = renamed.new::regclass and starts_with(conname, renamed.old || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.new, part.name,
        renamed.new || substr(part.name, length(renamed.old) + 1));
    end loop;
    for part in
      select relname as name, relkind
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and starts_with(relname, renamed.old || '_')
    loop
      execute format('alter %s %I rename to %I', case part.relkind when 'S' then 'sequence' else 'index' end, part.name,
        renamed.new || substr(part.name, length(renamed.old) + 1));
    end loop;
  end loop;
end
$$;

alter index deadline_completions_start rename to deadline_completions_event_day;

do $$
declare
  renamed record;
begin
  for renamed in
    select *
    from (values
      ('account_deletions', 'kept_at', 'cancelled_at'),
      ('broadcasts', 'planned_at', 'created_at'),
      ('deadline_completions', 'told_at', 'reported_at'),
      ('deadline_completions', 'told_by', 'source'),
      ('approval_events', 'at', 'created_at'),
      ('approval_events', 'undoes', 'undone_event_id'),
      ('bounces', 'at', 'occurred_at'),
      ('company_assignments', 'since', 'assigned_at'),
      ('company_assignments', 'until', 'ended_at'),
      ('email_tokens', 'by_admin', 'requested_by_admin'),
      ('invitations', 'came_at', 'accepted_at'),
      ('known_devices', 'known_since', 'first_seen_at'),
      ('matched_submissions', 'told_at', 'received_at'),
      ('matched_submissions', 'was_ticked', 'was_completed'),
      ('notes', 'fragment', 'video_fragment'),
      ('notes', 'seconds', 'position_seconds'),
      ('notes', 'title', 'video_title'),
      ('notes', 'written_at', 'created_at'),
      ('outbox', 'provider_id', 'provider_message_id'),
      ('profile_changes', 'at', 'created_at'),
      ('profiles', 'handle', 'contact'),
      ('profiles', 'link', 'website_url'),
      ('profiles', 'shows_handle', 'shows_contact'),
      ('profiles', 'shows_link', 'shows_website'),
      ('profiles', 'wanted_mail', 'email_preferences'),
      ('rate_limits', 'forgotten_at', 'window_ends_at'),
      ('scheduled_runs', 'kept', 'withheld_count'),
      ('scheduled_runs', 'released', 'released_count'),
      ('sessions', 'zone', 'time_zone'),
      ('submission_ids', 'told_at', 'received_at'),
      ('unmatched_submissions', 'told_at', 'received_at'),
      ('webhook_endpoints', 'used_at', 'last_used_at'),
      ('webhook_endpoints', 'tested_at', 'last_tested_at'),
      ('webhook_endpoints', 'tested_by', 'last_test_email'),
      ('webhook_endpoints', 'refused_at', 'last_rejected_at'),
      ('webhook_endpoints', 'refused_for', 'rejection_reason')
    ) as columns (of_table, old, new)
    where exists (select from pg_attribute where attrelid = to_regclass('public.' || of_table) and attname = old)
  loop
    execute format('alter table %I rename column %I to %I', renamed.of_table, renamed.old, renamed.new);
  end loop;

  for renamed in
    select c.conrelid::regclass as of_table, names.old, names.new
    from (values
      ('approval_events_undoes_fkey', 'approval_events_undone_event_id_fkey'),
      ('approval_events_undone_once', 'approval_events_undone_event_id_key'),
      ('company_assignments_company_is_line', 'company_assignments_company_is_clean'),
      ('deadline_completions_event_is_name', 'deadline_completions_event_is_slug'),
      ('deadline_completions_told_by_is_known', 'deadline_completions_source_check'),
      ('email_tokens_new_email_is_of_a_change', 'email_tokens_new_email_only_for_changes'),
      ('notes_fragment_is_short', 'notes_video_fragment_is_short'),
      ('notes_seconds_is_time', 'notes_position_in_range'),
      ('notes_title_is_short', 'notes_video_title_is_short'),
      ('outbox_dead_rows_hold_no_token', 'outbox_dead_has_no_token'),
      ('outbox_ends_once', 'outbox_sent_or_dead'),
      ('outbox_forgets_what_was_sent', 'outbox_sent_has_no_payload'),
      ('profiles_link_is_https', 'profiles_website_url_is_https'),
      ('profiles_wanted_mail_is_known', 'profiles_email_preferences_known'),
      ('profiles_words_are_clean', 'profiles_text_is_clean'),
      ('profiles_words_are_short', 'profiles_text_is_short'),
      ('users_email_has_shape', 'users_email_valid'),
      ('users_email_is_canonical', 'users_email_normalized'),
      ('video_progress_duration_is_time', 'video_progress_duration_in_range'),
      ('video_progress_position_is_time', 'video_progress_position_in_range'),
      ('video_progress_says_something', 'video_progress_not_empty'),
      ('video_progress_video_is_no_deadline', 'video_progress_video_not_deadline'),
      ('webhook_endpoints_name_is_line', 'webhook_endpoints_name_is_clean'),
      ('webhook_endpoints_refused_for_is_code', 'webhook_endpoints_rejection_reason_is_code')
    ) as names (old, new)
    join pg_constraint c on c.conname = names.old and c.connamespace = 'public'::regnamespace
  loop
    execute format('alter table %s rename constraint %I to %I', renamed.of_table, renamed.old, renamed.new);
  end loop;
end
$$;

-- What the last migrations of 0.1 did, for a database without them.
do $$
begin
  if pg_temp.lacks('0020_companies.sql') then
    create table company_assignments (
      id bigint generated always as identity primary key,
      user_id text not null references users on delete cascade,
      company text not null
        constraint company_assignments_company_is_clean check (company = clean_text(company) and char_length(company) between 1 and 80),
      assigned_at timestamptz not null default now(),
      ended_at timestamptz
    );
    alter table deadline_completions add column company text;
    -- Of members who signed up by themselves and were never given one, the company is their own word.
    insert into company_assignments (user_id, company, assigned_at)
    select p.id, given.company, given.at
    from profiles p
    left join invitations i on i.user_id = p.id
    left join lateral (select d.* from profile_changes d where d.user_id = p.id order by d.id desc limit 1) d on true
    cross join lateral (
      select case when d.id is null then p.company else d.company end as company, coalesce(d.created_at, i.invited_at) as at
    ) given
    where given.company is not null and given.at is not null;
  end if;

  if pg_temp.lacks('0021_submissions.sql') then
    alter table webhook_endpoints
      add column last_tested_at timestamptz,
      add column last_test_email text,
      add column last_rejected_at timestamptz,
      add column rejection_reason text
        constraint webhook_endpoints_rejection_reason_is_code check (rejection_reason ~ '^[a-z_]{1,40}$');
    alter table unmatched_submissions add column sent_at timestamptz;
    create table matched_submissions (
      user_id text not null references users on delete cascade,
      event text not null,
      day date not null,
      email text not null,
      received_at timestamptz not null default now(),
      sent_at timestamptz,
      was_completed boolean not null,
      primary key (user_id, event, day, email)
    );
    insert into matched_submissions (user_id, event, day, email, received_at, was_completed)
    select t.user_id, t.event, t.day, '', t.reported_at, false
    from deadline_completions t
    where t.source = 'form' and t.reported_at > now() - interval '90 days';
  end if;

  if pg_temp.lacks('0022_administrators.sql') then
    alter table bounces alter column kind drop not null;
  end if;

  if pg_temp.lacks('0023_email_changes.sql') then
    alter table email_tokens
      add column requested_by_admin boolean not null default false,
      drop constraint email_tokens_new_email_only_for_changes,
      add constraint email_tokens_new_email_only_for_changes
        check ((purpose in ('change_email', 'restore_email')) = (new_email is not null));
    -- Of the tokens that are open now, members asked for those about which they were emailed in the same transaction.
    update email_tokens t set requested_by_admin = true
    where t.purpose = 'change_email' and t.used_at is null and not exists (
      select from outbox o
      where o.user_id = t.user_id and o.kind = 'email_change_asked' and o.created_at = t.expires_at - interval '24 hours'
    );
  end if;

  if pg_temp.lacks('0024_operations.sql') then
    alter table scheduled_runs
      add column withheld_count int not null default 0,
      add column released_count int;
  end if;
end
$$;

-- Markers that were names of broadcasts.
create table restores (
  restored_at timestamptz primary key default now()
);
with marker as (
  delete from broadcasts where name = 'restored' returning created_at
)
insert into restores (restored_at) select created_at from marker;

create table manual_reminders (
  event text not null,
  day date not null,
  broadcast text not null unique references broadcasts on delete cascade,
  primary key (event, day)
);
update broadcasts set name = regexp_replace(name, ' asked$', ' manual') where name ~ '^due/.* asked$';
insert into manual_reminders (event, day, broadcast)
select split_part(name, '/', 2), split_part(split_part(name, '/', 3), ' ', 1)::date, name
from broadcasts
where name ~ '^due/.* manual$';
update outbox set dedupe_key = replace(dedupe_key, ' asked ', ' manual ') where dedupe_key ~ '^due/.* asked ';

-- Values: kinds of message, what a link is for.
update outbox set kind = 'email_change_requested' where kind = 'email_change_asked';
update outbox set kind = 'email_change_reverted' where kind = 'email_taken_back';
update outbox set kind = 'broadcast', payload = payload - 'mailing' || jsonb_build_object('topic', payload -> 'mailing')
where kind = 'mailing';
update email_tokens set purpose = replace(purpose, 'end_', 'unsubscribe_') where purpose like 'end\_%';

drop function pg_temp.lacks;
delete from schema_migrations;
