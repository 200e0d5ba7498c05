-- Answers of form tools: counted by their own time and id, refused in sight of administrators, and matched so that it can be undone.
-- Not additive: record_submission has two more parameters, with defaults, so that the release before can call it as it did.

alter table form_addresses
  add column tested_at timestamptz,
  add column tested_by text,
  add column refused_at timestamptz,
  add column refused_for text
    constraint form_addresses_refused_for_is_code check (refused_for ~ '^[a-z_]{1,40}$');

comment on column form_addresses.used_at is 'When an answer was last recorded, whoever sent it.';
comment on column form_addresses.tested_at is 'When an administrator or the form tool last sent a test.';
comment on column form_addresses.tested_by is 'The address in that test; null without one.';
comment on column form_addresses.refused_for is 'Why the last answer that did not count was refused: a code of src/server/due/submission.ts.';

alter table unmatched_submissions add column sent_at timestamptz;

comment on column unmatched_submissions.email is 'An address, or several with commas between them where the answer doesn''t say whose it is.';
comment on column unmatched_submissions.told_at is 'When it came.';
comment on column unmatched_submissions.sent_at is 'When it was sent, as far as the answer says; null for those of the release before.';

create table matched_submissions (
  user_id text not null references users on delete cascade,
  event text not null,
  day date not null,
  email text not null,
  told_at timestamptz not null default now(),
  sent_at timestamptz,
  was_ticked boolean not null,
  primary key (user_id, event, day, email)
);

create index matched_submissions_email on matched_submissions (email);

comment on table matched_submissions is 'Which address a tick by a form came from, for 90 days, so that a wrong match can be undone.';
comment on column matched_submissions.email is 'As in unmatched_submissions; empty for the member''s own.';
comment on column matched_submissions.was_ticked is 'Whether the member had ticked it before the first form came.';

-- The day of the start is kept for each id, so that an answer from the tool's log counts for the same start again.
create table submission_ids (
  id_hash text primary key,
  day date not null,
  told_at timestamptz not null default now()
);

comment on table submission_ids is 'Hashes of the ids that form tools give their answers, with the start each was counted for, for 90 days.';

insert into matched_submissions (user_id, event, day, email, told_at, was_ticked)
select t.user_id, t.event, t.day, '', t.told_at, false
from deadline_ticks t
where t.told_by = 'form' and t.told_at > now() - interval '90 days';

create function tick_by_form(member_id text, given_email text, given_event text, given_day date, sent_at timestamptz) returns void
language plpgsql as $$
declare
  -- So that they can untick it: an administrator's form is often a test.
  source constant text := (select case when p.is_admin then 'member' else 'form' end from profiles p where p.id = member_id);
  tick deadline_ticks;
begin
  select t.* into tick from deadline_ticks t where t.user_id = member_id and t.event = given_event and t.day = given_day for update;
  insert into matched_submissions (user_id, event, day, email, sent_at, was_ticked)
  select member_id, given_event, given_day, given_email, tick_by_form.sent_at, coalesce(tick.is_done and tick.told_by = 'member', false)
    or exists (
      select from matched_submissions m
      where m.user_id = member_id and m.event = given_event and m.day = given_day and m.was_ticked)
  where source = 'form'
  on conflict do nothing;
  insert into deadline_ticks (user_id, event, day, is_done, told_at, told_by, company)
  values (member_id, given_event, given_day, true, coalesce(tick_by_form.sent_at, now()), source, given_company(member_id))
  on conflict (user_id, event, day) do update set is_done = true, told_at = excluded.told_at, told_by = excluded.told_by,
    company = case when deadline_ticks.is_done then deadline_ticks.company else excluded.company end
  where deadline_ticks.told_by = 'member' and (source = 'form' or not deadline_ticks.is_done);
end
$$;

comment on function tick_by_form is 'Ticks a start for a member, as a form from this address says. Idempotent.';

drop function record_submission;

create function record_submission(
  given_token_hash text, given_email text, given_event text, nearest_day date, nearest_start timestamptz, next_day date,
  given_sent_at timestamptz default now(), given_id text default null
) returns text
language plpgsql as $$
declare
  sender record;
  answer_hash constant text := sha256_hex(concat_ws(' ', given_token_hash, given_event, given_email, given_id));
  earlier timestamptz;
  counted_day date := nearest_day;
begin
  update form_addresses set used_at = now() where token_hash = given_token_hash;
  if not found then
    return 'unknown_form';
  elsif take_attempt(sha256_hex('form/' || given_token_hash), 2000, interval '1 hour') is not null then
    return 'too_many';
  end if;
  -- Addresses of strangers aren't kept for long, and no tool can fill the table.
  delete from unmatched_submissions where told_at < now() - interval '90 days';
  delete from matched_submissions where told_at < now() - interval '90 days';
  delete from submission_ids where told_at < now() - interval '90 days';
  select u.id, u.email, u.created_at, p.is_admin into sender
  from users u
  join profiles p on p.id = u.id
  where u.email = given_email or u.id = (select s.user_id from form_senders s where s.email = given_email)
  order by u.email = given_email desc
  limit 1;
  if sender.is_admin or (sender.id is null and given_email ~ '@example\.(com|net|org)$') then
    update form_addresses set tested_at = now(), tested_by = given_email where token_hash = given_token_hash;
  end if;

  select coalesce(
    (select t.told_at from deadline_ticks t
      where t.user_id = sender.id and t.event = given_event and t.day = nearest_day and t.told_by = 'form'),
    (select coalesce(u.sent_at, u.told_at) from unmatched_submissions u
      where sender.id is null and u.email = given_email and u.event = given_event and u.day = nearest_day)
  ) into earlier;
  -- A member who came later can't be late. What comes a day after another form is early for the next start, unless that is the nearest.
  if sender.created_at >= nearest_start or earlier <= given_sent_at - interval '1 day' then
    counted_day := next_day;
  end if;
  if given_id is not null then
    insert into submission_ids as known (id_hash, day) values (answer_hash, counted_day)
    on conflict (id_hash) do update set day = known.day
    returning day into counted_day;
  end if;

  if sender.id is null then
    insert into unmatched_submissions (email, event, day, sent_at)
    select given_email, given_event, counted_day, given_sent_at where (select count(*) from unmatched_submissions) < 1000
    on conflict do nothing;
    return 'not_matched';
  end if;
  perform tick_by_form(
    sender.id, case when sender.email = given_email then '' else given_email end, given_event, counted_day, given_sent_at);
  return 'recorded';
end
$$;

create or replace function due_for_admin(session_hash text, starts jsonb) returns jsonb
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
      from (select email, event, day, coalesce(sent_at, told_at) as at from unmatched_submissions) u
    ),
    -- A form from the address of an account that isn't a member's counts once the person is approved.
    'outsiders', (
      select coalesce(jsonb_agg(o order by o.at desc, o.email), '[]')
      from (
        select distinct p.id, p.email, p.status, m.event, m.day, coalesce(m.sent_at, m.told_at) as at
        from matched_submissions m
        join people p on p.id = m.user_id
        where p.status <> 'approved' and m.told_at > now() - interval '90 days'
        order by at desc limit 100
      ) o
    ),
    'forms', (
      select coalesce(jsonb_agg(f order by f.name), '[]')
      from (
        select name, created_at as "createdAt", used_at as "usedAt", tested_at as "testedAt", tested_by as "testedBy",
          refused_at as "refusedAt", refused_for as "refusedFor"
        from form_addresses
      ) f
    )
  )
  where find_session_admin(session_hash) is not null
$$;

create or replace function match_for_admin(session_hash text, given_email text, person_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  form unmatched_submissions;
begin
  if find_session_admin(session_hash) is null
    -- A form of an administrator is no answer, so a match with one couldn't be undone.
    or (person_id is not null and not exists (select from profiles p where p.id = person_id and not p.is_admin))
    or (person_id is not null and not exists (select from unmatched_submissions u where u.email = given_email)) then
    return false;
  end if;
  -- Of several addresses, nobody knows which is the sender's in the next form.
  insert into form_senders (email, user_id) select given_email, person_id where person_id is not null and given_email not like '%,%'
  on conflict (email) do update set user_id = excluded.user_id;
  for form in delete from unmatched_submissions u where u.email = given_email returning u.* loop
    if person_id is not null then
      perform tick_by_form(person_id, form.email, form.event, form.day, coalesce(form.sent_at, form.told_at));
    end if;
  end loop;
  return true;
end
$$;

create function unmatch_for_admin(session_hash text, given_email text, person_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  form matched_submissions;
  is_known boolean;
begin
  if find_session_admin(session_hash) is null or given_email = '' then
    return false;
  end if;
  delete from form_senders s where s.email = given_email and s.user_id = person_id;
  is_known := found;
  for form in delete from matched_submissions m where m.email = given_email and m.user_id = person_id returning m.* loop
    is_known := true;
    insert into unmatched_submissions (email, event, day, told_at, sent_at)
    values (form.email, form.event, form.day, form.told_at, form.sent_at)
    on conflict do nothing;
    if not exists (
      select from matched_submissions m where m.user_id = person_id and m.event = form.event and m.day = form.day) then
      update deadline_ticks t set told_by = 'member'
      where form.was_ticked and t.user_id = person_id and t.event = form.event and t.day = form.day and t.told_by = 'form';
      delete from deadline_ticks t
      where not form.was_ticked and t.user_id = person_id and t.event = form.event and t.day = form.day and t.told_by = 'form';
    end if;
  end loop;
  return is_known;
end
$$;

comment on function unmatch_for_admin is
  'Takes back whose an address is, and what its forms of the last 90 days have ticked. They stand under "Not matched" again.';

create or replace function person_for_admin(session_hash text, person_id text) returns table (person people, acts text[], record jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select p, acts_for(p, admin), jsonb_build_object(
    'undo', find_undo(p, admin),
    'messages', (
      select coalesce(jsonb_agg(m order by m.at desc, m.id), '[]')
      from (select * from messages m where m.user_id = p.id order by m.at desc, m.id limit 10) m
    ),
    'decisions', (
      select coalesce(jsonb_agg(d order by d.at desc, d.id desc), '[]')
      from (select * from decisions d where d.user_id = p.id order by d.at desc, d.id desc limit 50) d
    ),
    'senders', (
      select coalesce(jsonb_agg(s.email order by s.email), '[]')
      from (
        select email from form_senders where user_id = p.id
        union select email from matched_submissions where user_id = p.id and email <> ''
      ) s
    )
  )
  from people p, find_session_admin(session_hash) admin
  where p.id = person_id and admin is not null
$$;

grant select, insert, delete on matched_submissions to lanai_app;
grant select, insert, update (day), delete on submission_ids to lanai_app;
grant update (tested_at, tested_by, refused_at, refused_for) on form_addresses to lanai_app;
grant select (tested_at, tested_by, refused_at, refused_for) on form_addresses to lanai_admin;
grant execute on function record_submission, tick_by_form, unmatch_for_admin to lanai_app;
