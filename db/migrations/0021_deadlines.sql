-- Deadlines: who has done which, as reported by the member or by a form of the programme.

create table deadline_completions (
  user_id text not null references users on delete cascade,
  event text not null
    constraint deadline_completions_event_is_slug check (event ~ '^[a-z0-9-]+$' and length(event) <= 200),
  day date not null,
  is_done boolean not null,
  reported_at timestamptz not null,
  source text not null
    constraint deadline_completions_source_check check (source in ('member', 'form')),
  company text,
  primary key (user_id, event, day)
);

create index deadline_completions_event_day on deadline_completions (event, day);

comment on table deadline_completions is 'One row per member and start of a deadline: whether it is done, and who said so last.';
comment on column deadline_completions.event is 'The name of the deadline''s file in src/content/events.';
comment on column deadline_completions.day is 'The day of the start on the programme''s calendar.';
comment on column deadline_completions.company is
  'The company that the member was assigned when it was done; null without one, then it counts for the first that they are assigned.';

create view effective_deadline_completions as
  select user_id, event, day, reported_at, source from deadline_completions where is_done
  union all
  select member.user_id, t.event, t.day, min(t.reported_at), 'company'
  from company_assignments member
  join company_assignments colleague on lower(colleague.company) = lower(member.company) and colleague.user_id <> member.user_id
  -- Members who have left the company since, or whose company was renamed, belonged to it then.
  join deadline_completions t on t.user_id = colleague.user_id and t.is_done and (member.ended_at is null or member.ended_at > t.reported_at)
    and colleague.company = coalesce(t.company, (
      select c.company
      from company_assignments c
      where c.user_id = t.user_id and (c.ended_at is null or c.ended_at > t.reported_at)
      order by c.id limit 1
    ))
  group by 1, 2, 3;

comment on view effective_deadline_completions is
  'Who has done what. With the source "company", a colleague did it, which counts for deadlines that one person does for a company.';

create view deadline_assignees as
  select p.id, p.email, p.full_name, coalesce(c.company, p.company) as company
  from people p
  left join company_assignments c on c.user_id = p.id and c.ended_at is null
  where p.status = 'approved' and not p.is_admin and p.deletion_due_at is null;

comment on view deadline_assignees is
  'Who has to meet deadlines: members who aren''t administrators. The company is the assigned one, otherwise that of the profile.';

create table manual_reminders (
  event text not null,
  day date not null,
  broadcast text not null unique references broadcasts on delete cascade,
  primary key (event, day)
);

comment on table manual_reminders is 'The starts of deadlines of which an administrator has sent reminders at /people, and their broadcasts.';

-- Nobody is sent two: when some of the reminders are cancelled and sent again, the dedupe_key skips whoever got one before.
create function send_reminders_for_admin(session_hash text, p_event text, p_day date, start_ms bigint, for_company boolean) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  broadcast_name constant text := format('due/%s/%s manual', p_event, to_char(p_day, 'YYYY-MM-DD'));
  amount int;
begin
  if session_admin_email(session_hash) is null then
    return null;
  end if;
  insert into broadcasts (name) values (broadcast_name) on conflict do nothing;
  if not found then
    return null;
  end if;
  insert into manual_reminders (event, day, broadcast) values (p_event, p_day, broadcast_name);
  insert into outbox (kind, dedupe_key, payload, user_id, next_attempt_at, expires_at)
  select 'broadcast', broadcast_name || ' ' || m.id,
    jsonb_build_object('userId', m.id, 'topic', 'deadlines', 'item', p_event, 'at', start_ms),
    m.id, now() + interval '1 minute', now() + interval '1 day'
  from deadline_assignees m
  join profiles p on p.id = m.id and 'deadlines' = any (p.email_preferences)
  where m.id not in (
    select d.user_id from effective_deadline_completions d
    where d.event = p_event and d.day = p_day and (d.source <> 'company' or for_company))
  on conflict (dedupe_key) do nothing;
  get diagnostics amount = row_count;
  delete from broadcasts
  where amount = 0 and name = broadcast_name and not exists (
    select from outbox o where starts_with(o.dedupe_key, broadcast_name || ' '));
  return amount;
end
$$;

create function cancel_reminders_for_admin(session_hash text, p_event text, p_day date) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  broadcast_name constant text := (select r.broadcast from manual_reminders r where r.event = p_event and r.day = p_day);
  amount int;
begin
  if session_admin_email(session_hash) is null then
    return null;
  end if;
  -- While this waited for a row, a worker may have begun to send it.
  delete from outbox o
  where starts_with(o.dedupe_key, broadcast_name || ' ')
    and o.sent_at is null and o.dead_at is null and o.attempts = 0 and o.next_attempt_at > now();
  get diagnostics amount = row_count;
  if amount > 0 then
    delete from broadcasts where name = broadcast_name;
  elsif exists (select from broadcasts where name = broadcast_name) then
    return null;
  end if;
  return amount;
end
$$;

comment on function cancel_reminders_for_admin is
  'How many emails it took back: 0 when they were taken back already, null when they are on their way.';

grant select, insert, update, delete on deadline_completions to lanai_app;
grant select on effective_deadline_completions to lanai_app;
grant execute on function send_reminders_for_admin, cancel_reminders_for_admin to lanai_app;
grant select on deadline_completions, effective_deadline_completions, deadline_assignees to lanai_admin;
