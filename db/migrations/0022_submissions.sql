-- Webhook endpoints for form tools. A submission counts by the time and the id that it has from the tool. At /people, administrators see
-- the last one that was rejected, match unknown addresses with members, and can undo that.

create table webhook_endpoints (
  name text primary key
    constraint webhook_endpoints_name_is_clean check (name = clean_text(name) and length(name) between 1 and 80),
  token_hash text not null
    constraint webhook_endpoints_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
    constraint webhook_endpoints_token_hash_key unique,
  created_at timestamptz not null default now(),
  created_by text not null,
  last_used_at timestamptz,
  last_tested_at timestamptz,
  last_test_email text,
  last_rejected_at timestamptz,
  rejection_reason text
    constraint webhook_endpoints_rejection_reason_is_code check (rejection_reason ~ '^[a-z_]{1,40}$')
);

comment on table webhook_endpoints is 'Addresses that the programme''s form tools call when a member has sent a form.';
comment on column webhook_endpoints.last_used_at is 'When an answer was last recorded, whoever sent it.';
comment on column webhook_endpoints.last_tested_at is 'When an administrator or the form tool last sent a test.';
comment on column webhook_endpoints.last_test_email is 'The address in that test; null without one.';
comment on column webhook_endpoints.rejection_reason is 'Why the last answer that did not count was refused: a code of src/server/due/submission.ts.';

create table email_aliases (
  email text primary key,
  user_id text not null references users on delete cascade
);

create index email_aliases_user_id on email_aliases (user_id);

comment on table email_aliases is 'Other addresses from which members send forms, as administrators have matched them.';

create table unmatched_submissions (
  email text not null,
  event text not null,
  day date not null,
  received_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (email, event, day)
);

comment on table unmatched_submissions is 'Forms that were sent from an address without a member. Nothing else of them is kept.';
comment on column unmatched_submissions.email is 'An address, or several with commas between them where the answer doesn''t say whose it is.';
comment on column unmatched_submissions.received_at is 'When the answer arrived.';
comment on column unmatched_submissions.sent_at is 'When it was sent, as far as the answer says; null if Lanai 0.1 received it.';

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

create index matched_submissions_email on matched_submissions (email);

comment on table matched_submissions is 'Which address a completion by a form came from, for 90 days, so that a wrong match can be undone.';
comment on column matched_submissions.email is 'As in unmatched_submissions; empty for the member''s own.';
comment on column matched_submissions.was_completed is 'Whether the member had marked it as done before the first form came.';

-- Stores the day of the start, so that a submission that the tool sends again counts for the same one.
create table submission_ids (
  id_hash text primary key,
  day date not null,
  received_at timestamptz not null default now()
);

comment on table submission_ids is 'Hashes of the ids that form tools give their answers, with the start each was counted for, for 90 days.';

create function create_webhook_endpoint(new_name text, actor text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- 64 hex characters of 244 random bits, as in create_email_token; only the hash is stored.
  token constant text := sha256_hex(gen_random_uuid()::text || gen_random_uuid()::text);
begin
  insert into webhook_endpoints (name, token_hash, created_by) values (clean_text(new_name), sha256_hex(token), actor)
  on conflict (name) do nothing;
  return case when found then token end;
end
$$;

create function complete_deadline_by_form(member_id text, p_email text, p_event text, p_day date, sent_at timestamptz) returns void
language plpgsql as $$
declare
  -- An administrator's form is often a test, so it counts as marked by themselves, which they can undo.
  completion_source constant text := (select case when p.is_admin then 'member' else 'form' end from profiles p where p.id = member_id);
  earlier deadline_completions;
begin
  select t.* into earlier from deadline_completions t where t.user_id = member_id and t.event = p_event and t.day = p_day for update;
  insert into matched_submissions (user_id, event, day, email, sent_at, was_completed)
  select member_id, p_event, p_day, p_email, complete_deadline_by_form.sent_at, coalesce(earlier.is_done and earlier.source = 'member', false)
    or exists (
      select from matched_submissions m
      where m.user_id = member_id and m.event = p_event and m.day = p_day and m.was_completed)
  where completion_source = 'form'
  on conflict do nothing;
  insert into deadline_completions (user_id, event, day, is_done, reported_at, source, company)
  values (member_id, p_event, p_day, true, coalesce(complete_deadline_by_form.sent_at, now()), completion_source, assigned_company(member_id))
  on conflict (user_id, event, day) do update set is_done = true, reported_at = excluded.reported_at, source = excluded.source,
    company = case when deadline_completions.is_done then deadline_completions.company else excluded.company end
  where deadline_completions.source = 'member' and (completion_source = 'form' or not deadline_completions.is_done);
end
$$;

comment on function complete_deadline_by_form is 'Marks a start of a deadline as done, as a form from this address says. Idempotent.';

create function record_submission(
  p_token_hash text, p_email text, p_event text, nearest_day date, nearest_start timestamptz, next_day date,
  p_sent_at timestamptz default now(), p_submission_id text default null
) returns text
language plpgsql as $$
declare
  sender record;
  answer_hash constant text := sha256_hex(concat_ws(' ', p_token_hash, p_event, p_email, p_submission_id));
  earlier timestamptz;
  counted_day date := nearest_day;
begin
  update webhook_endpoints set last_used_at = now() where token_hash = p_token_hash;
  if not found then
    return 'unknown_form';
  elsif count_attempt(sha256_hex('form/' || p_token_hash), 2000, interval '1 hour') is not null then
    return 'too_many';
  end if;
  -- Addresses of strangers aren't kept for long, and no tool can fill the table.
  delete from unmatched_submissions where received_at < now() - interval '90 days';
  delete from matched_submissions where received_at < now() - interval '90 days';
  delete from submission_ids where received_at < now() - interval '90 days';
  select u.id, u.email, u.created_at, p.is_admin into sender
  from users u
  join profiles p on p.id = u.id
  where u.email = p_email or u.id = (select s.user_id from email_aliases s where s.email = p_email)
  order by u.email = p_email desc
  limit 1;
  if sender.is_admin or (sender.id is null and p_email ~ '@example\.(com|net|org)$') then
    update webhook_endpoints set last_tested_at = now(), last_test_email = p_email where token_hash = p_token_hash;
  end if;

  select coalesce(
    (select t.reported_at from deadline_completions t
      where t.user_id = sender.id and t.event = p_event and t.day = nearest_day and t.source = 'form'),
    (select coalesce(u.sent_at, u.received_at) from unmatched_submissions u
      where sender.id is null and u.email = p_email and u.event = p_event and u.day = nearest_day)
  ) into earlier;
  -- Accounts newer than the nearest start count for the next one, as does a second form a day or more after the first. The nearest
  -- start may itself be the next.
  if sender.created_at >= nearest_start or earlier <= p_sent_at - interval '1 day' then
    counted_day := next_day;
  end if;
  if p_submission_id is not null then
    insert into submission_ids as known (id_hash, day) values (answer_hash, counted_day)
    on conflict (id_hash) do update set day = known.day
    returning day into counted_day;
  end if;

  if sender.id is null then
    insert into unmatched_submissions (email, event, day, sent_at)
    select p_email, p_event, counted_day, p_sent_at where (select count(*) from unmatched_submissions) < 1000
    on conflict do nothing;
    return 'not_matched';
  end if;
  perform complete_deadline_by_form(
    sender.id, case when sender.email = p_email then '' else p_email end, p_event, counted_day, p_sent_at);
  return 'recorded';
end
$$;

-- What administrators see and do at /people.
create function deadlines_for_admin(session_hash text, starts jsonb) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'email', m.email, 'fullName', m.full_name, 'company', m.company) order by m.full_name, m.email), '[]')
      from deadline_assignees m
    ),
    'done', (
      select coalesce(jsonb_agg(d), '[]')
      from (
        select event, day, t.user_id as "userId", t.reported_at as "reportedAt", t.source
        from effective_deadline_completions t
        join jsonb_to_recordset(starts) as s (event text, day date, "forCompany" boolean) using (event, day)
        where t.source <> 'company' or s."forCompany"
      ) d
    ),
    'reminded', (
      select coalesce(jsonb_agg(s.key), '[]')
      from jsonb_to_recordset(starts) as s (key text, event text, day date)
      join manual_reminders using (event, day)
    ),
    'unmatched', (
      select coalesce(jsonb_agg(u order by u.at desc, u.email), '[]')
      from (select email, event, day, coalesce(sent_at, received_at) as at from unmatched_submissions) u
    ),
    -- A form from the address of an account that isn't a member's counts once the person is approved.
    'nonMembers', (
      select coalesce(jsonb_agg(o order by o.at desc, o.email), '[]')
      from (
        select distinct p.id, p.email, p.status, m.event, m.day, coalesce(m.sent_at, m.received_at) as at
        from matched_submissions m
        join people p on p.id = m.user_id
        where p.status <> 'approved' and m.received_at > now() - interval '90 days'
        order by at desc limit 100
      ) o
    ),
    'forms', (
      select coalesce(jsonb_agg(f order by f.name), '[]')
      from (
        select name, created_at as "createdAt", last_used_at as "lastUsedAt", last_tested_at as "lastTestedAt", last_test_email as "lastTestEmail",
          last_rejected_at as "lastRejectedAt", rejection_reason as "rejectionReason"
        from webhook_endpoints
      ) f
    )
  )
  where session_admin_email(session_hash) is not null
$$;

create function match_submissions_for_admin(session_hash text, p_email text, person_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  submission unmatched_submissions;
begin
  if session_admin_email(session_hash) is null
    -- Forms of administrators aren't in matched_submissions, so a match with one couldn't be undone.
    or (person_id is not null and not exists (select from profiles p where p.id = person_id and not p.is_admin))
    or (person_id is not null and not exists (select from unmatched_submissions u where u.email = p_email)) then
    return false;
  end if;
  -- Of several addresses, it stays unknown which is the member's.
  insert into email_aliases (email, user_id) select p_email, person_id where person_id is not null and p_email not like '%,%'
  on conflict (email) do update set user_id = excluded.user_id;
  for submission in delete from unmatched_submissions u where u.email = p_email returning u.* loop
    if person_id is not null then
      perform complete_deadline_by_form(person_id, submission.email, submission.event, submission.day,
        coalesce(submission.sent_at, submission.received_at));
    end if;
  end loop;
  return true;
end
$$;

create function unmatch_submissions_for_admin(session_hash text, p_email text, person_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  submission matched_submissions;
  was_matched boolean;
begin
  if session_admin_email(session_hash) is null or p_email = '' then
    return false;
  end if;
  delete from email_aliases s where s.email = p_email and s.user_id = person_id;
  was_matched := found;
  for submission in delete from matched_submissions m where m.email = p_email and m.user_id = person_id returning m.* loop
    was_matched := true;
    insert into unmatched_submissions (email, event, day, received_at, sent_at)
    values (submission.email, submission.event, submission.day, submission.received_at, submission.sent_at)
    on conflict do nothing;
    if not exists (
      select from matched_submissions m where m.user_id = person_id and m.event = submission.event and m.day = submission.day) then
      update deadline_completions t set source = 'member'
      where submission.was_completed
        and t.user_id = person_id and t.event = submission.event and t.day = submission.day and t.source = 'form';
      delete from deadline_completions t
      where not submission.was_completed
        and t.user_id = person_id and t.event = submission.event and t.day = submission.day and t.source = 'form';
    end if;
  end loop;
  return was_matched;
end
$$;

comment on function unmatch_submissions_for_admin is
  'Undoes a match, and what the forms of the last 90 days from this address have completed: they are unmatched again.';

create function create_webhook_endpoint_for_admin(session_hash text, new_name text) returns text
language sql security definer set search_path = public, pg_temp as $$
  select create_webhook_endpoint(new_name, admin) from session_admin_email(session_hash) admin where admin is not null
$$;

create function delete_webhook_endpoint_for_admin(session_hash text, p_name text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  delete from webhook_endpoints where name = p_name and session_admin_email(session_hash) is not null returning true
$$;

grant select, update (last_used_at, last_tested_at, last_test_email, last_rejected_at, rejection_reason)
on webhook_endpoints to lanai_app;
grant select on email_aliases to lanai_app;
grant select, insert, delete on unmatched_submissions, matched_submissions to lanai_app;
grant select, insert, update (day), delete on submission_ids to lanai_app;
grant execute on function
  complete_deadline_by_form, record_submission, deadlines_for_admin, match_submissions_for_admin, unmatch_submissions_for_admin,
  create_webhook_endpoint_for_admin, delete_webhook_endpoint_for_admin
to lanai_app;
grant select (name, created_at, created_by, last_used_at, last_tested_at, last_test_email, last_rejected_at, rejection_reason), delete
on webhook_endpoints to lanai_admin;
grant execute on function create_webhook_endpoint to lanai_admin;
