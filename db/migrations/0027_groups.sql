-- Groups of members, such as cohorts, mentors and alumni. The content says which there are, and what is only for some of them.

create table member_groups (
  user_id text not null references users on delete cascade,
  group_name text not null check (length(group_name) <= 40 and group_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  primary key (user_id, group_name)
);

create index member_groups_group_name on member_groups (group_name);

comment on table member_groups is 'Which groups of src/content/groups.yaml a member is in. May name one that the content doesn''t have any more.';

create or replace view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed,
    p.is_editor and not removal.is_pending as is_editor, p.is_admin and not removal.is_pending as is_admin,
    floor(extract(epoch from greatest(
      (select max(e.created_at) from approval_events e where e.user_id = u.id and e.to_status = 'approved'),
      (select i.accepted_at from invitations i where i.user_id = u.id)
    )) * 1000)::float8 as member_since,
    removal.is_pending as is_being_removed,
    array(select g.group_name from member_groups g where g.user_id = u.id order by g.group_name) as groups
  from users u
  join profiles p on p.id = u.id
  cross join lateral (
    select exists (
      select from account_deletions d where d.user_id = u.id and d.cancelled_at is null and d.requested_by is not null
    ) as is_pending
  ) removal;

comment on column members.groups is 'The names of their groups, which decide what they get of the content.';

grant select on member_groups to lanai_app, lanai_admin;

-- Replaces send_reminders_for_admin, which code of 1.0 calls. Without groups, a deadline is for everyone.
create function send_group_reminders_for_admin(
  session_hash text, p_event text, p_day date, start_ms bigint, for_company boolean, for_groups text[]
) returns int
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
  where (for_groups is null or exists (select from member_groups g where g.user_id = m.id and g.group_name = any (for_groups)))
    and m.id not in (
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

grant execute on function send_group_reminders_for_admin to lanai_app;
