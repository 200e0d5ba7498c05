-- What is due: who has done it, told by the member or by a form of the programme. Forms call an address of their own.

create table deadline_ticks (
  user_id text not null references users on delete cascade,
  event text not null
    constraint deadline_ticks_event_is_name check (event ~ '^[a-z0-9-]+$' and length(event) <= 200),
  day date not null,
  is_done boolean not null,
  told_at timestamptz not null,
  told_by text not null
    constraint deadline_ticks_told_by_is_known check (told_by in ('member', 'form')),
  primary key (user_id, event, day)
);

create index deadline_ticks_start on deadline_ticks (event, day);

comment on table deadline_ticks is 'One row per member and start of a deadline: whether it is done, and who said so last.';
comment on column deadline_ticks.event is 'The deadline''s file name. What it says is content, not data.';
comment on column deadline_ticks.day is 'The day of the start on the programme''s calendar.';

insert into deadline_ticks (user_id, event, day, is_done, told_at, told_by)
select user_id, split_part(video, '/', 2), split_part(video, '/', 3)::date, watched, marked_at, 'member'
from video_progress
where video like 'due/%' and marked_at is not null;

delete from video_progress where video like 'due/%';

-- Code of the release before keeps such a tick in the browser until the new one saves it.
alter table video_progress add constraint video_progress_video_is_no_deadline check (video not like 'due/%');

create view done_deadlines as
  select user_id, event, day, told_at, told_by from deadline_ticks where is_done
  union all
  select p.id, t.event, t.day, min(t.told_at), 'company'
  from profiles p
  join profiles mate on lower(mate.company) = lower(p.company) and mate.id <> p.id
  join deadline_ticks t on t.user_id = mate.id and t.is_done
  group by 1, 2, 3;

comment on view done_deadlines is
  'Who has done what. Of "company" are rows of somebody else of their company, which count where the deadline is for a company.';

create view expected_members as
  select p.id, p.email, p.full_name, p.company
  from people p
  where p.status = 'approved' and not p.is_admin and p.deleted_at is null;

comment on view expected_members is 'Who is to do what is due: members, without the administrators.';

create table form_addresses (
  name text primary key
    constraint form_addresses_name_is_line check (name = clean_text(name) and length(name) between 1 and 80),
  token_hash text not null
    constraint form_addresses_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
    constraint form_addresses_token_hash_key unique,
  created_at timestamptz not null default now(),
  created_by text not null,
  used_at timestamptz
);

comment on table form_addresses is 'Addresses that the programme''s form tools call when somebody has sent a form.';

create table form_senders (
  email text primary key,
  user_id text not null references users on delete cascade
);

create index form_senders_user_id on form_senders (user_id);

comment on table form_senders is 'Other addresses from which members send forms, as administrators have said.';

create table unmatched_submissions (
  email text not null
    constraint unmatched_submissions_email_is_short check (length(email) <= 254),
  event text not null,
  day date not null,
  told_at timestamptz not null default now(),
  primary key (email, event, day)
);

comment on table unmatched_submissions is 'Forms that were sent from an address nobody has. Nothing else of them is kept.';

create function add_form_address(new_name text, actor text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- As in new_link.
  token constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
begin
  insert into form_addresses (name, token_hash, created_by) values (clean_text(new_name), sha256_hex(token), actor)
  on conflict (name) do nothing;
  return case when found then token end;
end
$$;

comment on function add_form_address is 'The secret of a new address, which isn''t stored; null when there is an address of this name.';

create function record_submission(
  given_token_hash text, given_email text, given_event text, nearest_day date, nearest_start timestamptz, next_day date
) returns text
language plpgsql as $$
declare
  sender users;
begin
  update form_addresses set used_at = now() where token_hash = given_token_hash;
  if not found then
    return 'unknown_form';
  elsif take_attempt(sha256_hex('form/' || given_token_hash), 2000, interval '1 hour') is not null then
    return 'too_many';
  end if;
  select u.* into sender
  from users u
  where u.email = given_email or u.id = (select s.user_id from form_senders s where s.email = given_email)
  order by u.email = given_email desc
  limit 1;
  if sender.id is null then
    -- Addresses of strangers aren't kept for long, and no tool can fill the table.
    delete from unmatched_submissions where told_at < now() - interval '90 days';
    insert into unmatched_submissions (email, event, day)
    select given_email, given_event, nearest_day where (select count(*) from unmatched_submissions) < 1000
    on conflict do nothing;
    return 'not_matched';
  end if;
  insert into deadline_ticks (user_id, event, day, is_done, told_at, told_by)
  -- Whoever came later can't be late.
  values (
    sender.id, given_event, case when sender.created_at < nearest_start then nearest_day else next_day end, true, now(), 'form'
  )
  on conflict (user_id, event, day) do update set is_done = true, told_at = now(), told_by = 'form'
  where deadline_ticks.told_by = 'member';
  return 'recorded';
end
$$;

comment on function record_submission is
  'Says that whoever has this address has done what is due on the nearest day, or the next if they came later: "recorded", also if it was before; "not_matched" when '
  'nobody has the address; "unknown_form" without a change; or "too_many" for this address within an hour.';

-- What administrators see at /people, and do. Each function checks the session itself, as those of people do.

create function due_for_admin(session_hash text, starts jsonb) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'email', m.email, 'fullName', m.full_name, 'company', m.company) order by m.full_name, m.email), '[]')
      from expected_members m
    ),
    'done', (
      select coalesce(jsonb_agg(d), '[]')
      from (
        select event, day, t.user_id as "userId", t.told_at as at, t.told_by as by
        from done_deadlines t
        join jsonb_to_recordset(starts) as s (event text, day date, "forCompany" boolean) using (event, day)
        where t.told_by <> 'company' or s."forCompany"
      ) d
    ),
    'asked', (
      select coalesce(jsonb_agg(s.key), '[]') from jsonb_to_recordset(starts) as s (key text) join mailings m on m.name = s.key || ' asked'
    ),
    'unmatched', (
      select coalesce(jsonb_agg(u order by u.at desc, u.email), '[]')
      from (select email, event, day, told_at as at from unmatched_submissions) u
    ),
    'forms', (
      select coalesce(jsonb_agg(f order by f.name), '[]')
      from (select name, created_at as "createdAt", used_at as "usedAt" from form_addresses) f
    )
  )
  where find_session_admin(session_hash) is not null
$$;

create function remind_for_admin(
  session_hash text, mailing_name text, given_event text, given_day date, start_ms bigint, for_company boolean
) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  amount int;
begin
  if find_session_admin(session_hash) is null then
    return null;
  end if;
  insert into mailings (name) values (mailing_name) on conflict do nothing;
  if not found then
    return null;
  end if;
  insert into outbox (kind, dedupe_key, payload, user_id, next_attempt_at, expires_at)
  select 'mailing', mailing_name || ' ' || m.id,
    jsonb_build_object('userId', m.id, 'mailing', 'deadlines', 'item', given_event, 'at', start_ms),
    m.id, now() + interval '1 minute', now() + interval '1 day'
  from expected_members m
  join profiles p on p.id = m.id and 'deadlines' = any (p.wanted_mail)
  where not exists (
    select from done_deadlines d
    where d.user_id = m.id and d.event = given_event and d.day = given_day and (d.told_by <> 'company' or for_company));
  get diagnostics amount = row_count;
  return amount;
end
$$;

comment on function remind_for_admin is
  'Queues an email for everybody who hasn''t done what is due and wants such emails, and says for how many. null when there was '
  'one for this start, or the session isn''t an administrator''s.';

create function unremind_for_admin(session_hash text, mailing_name text) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  amount int;
begin
  delete from outbox o
  where find_session_admin(session_hash) is not null and starts_with(o.dedupe_key, mailing_name || ' ')
    and o.sent_at is null and o.dead_at is null and o.next_attempt_at > now();
  get diagnostics amount = row_count;
  delete from mailings where amount > 0 and name = mailing_name;
  return amount;
end
$$;

create function match_for_admin(session_hash text, given_email text, person_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if find_session_admin(session_hash) is null then
    return false;
  end if;
  if person_id is not null then
    if not exists (select from unmatched_submissions u where u.email = given_email) then
      return false;
    end if;
    insert into form_senders (email, user_id) select given_email, u.id from users u where u.id = person_id
    on conflict (email) do update set user_id = excluded.user_id;
    if not found then
      return false;
    end if;
    insert into deadline_ticks (user_id, event, day, is_done, told_at, told_by)
    select person_id, u.event, u.day, true, u.told_at, 'form' from unmatched_submissions u where u.email = given_email
    on conflict (user_id, event, day) do update set is_done = true, told_at = excluded.told_at, told_by = 'form';
  end if;
  delete from unmatched_submissions u where u.email = given_email;
  return true;
end
$$;

comment on function match_for_admin is
  'Says whose address it is that nobody had, now and later; or, without a person, forgets what it sent. false when there '
  'is nothing of theirs, the person is gone, or the session isn''t an administrator''s.';

create function add_form_for_admin(session_hash text, new_name text) returns text
language sql security definer set search_path = public, pg_temp as $$
  select add_form_address(new_name, admin) from find_session_admin(session_hash) admin where admin is not null
$$;

create function end_form_for_admin(session_hash text, given_name text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  delete from form_addresses where name = given_name and find_session_admin(session_hash) is not null returning true
$$;

revoke all on deadline_ticks, done_deadlines, expected_members, form_addresses, form_senders, unmatched_submissions from public;
grant select, insert, update, delete on deadline_ticks to lanai_app;
grant select on done_deadlines, form_senders to lanai_app;
grant select, delete on unmatched_submissions to lanai_app;
grant select, update (used_at) on form_addresses to lanai_app;
grant insert on unmatched_submissions to lanai_app;
grant select on deadline_ticks, done_deadlines, expected_members to lanai_admin;
grant select (name, created_at, created_by, used_at), delete on form_addresses to lanai_admin;
grant execute on function
  record_submission, due_for_admin, remind_for_admin, unremind_for_admin, match_for_admin, add_form_for_admin, end_form_for_admin
to lanai_app;
grant execute on function add_form_address to lanai_admin;
