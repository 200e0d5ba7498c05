-- What is due: which member has done it, told by the member or by a form of the programme.

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
  'Which member has done what. Rows of "company" are of a colleague, and count where the deadline is for a company.';

create view expected_members as
  select p.id, p.email, p.full_name, p.company
  from people p
  where p.status = 'approved' and not p.is_admin and p.deleted_at is null;

comment on view expected_members is 'Who is to do what is due: members, without the administrators.';

-- What administrators do at /people. Each function checks the session itself, as those of people do.

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
  delete from mailings where amount = 0 and name = mailing_name;
  return amount;
end
$$;

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

grant select, insert, update, delete on deadline_ticks to lanai_app;
grant select on done_deadlines to lanai_app;
grant select on deadline_ticks, done_deadlines, expected_members to lanai_admin;
grant execute on function remind_for_admin, unremind_for_admin to lanai_app;
