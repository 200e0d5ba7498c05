-- Groups of members, such as cohorts, mentors and alumni. The content says which there are, and what is only for some of them.

create table member_groups (
  user_id text not null references users on delete cascade,
  group_name text not null
    constraint member_groups_group_name_is_slug check (length(group_name) <= 40 and group_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  primary key (user_id, group_name)
);

create index member_groups_group_name on member_groups (group_name);

comment on table member_groups is 'Which groups of src/content/groups.yaml a member is in. May name one that the content doesn''t have any more.';

create table group_changes (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  actor text not null,
  group_name text not null,
  is_added boolean not null,
  created_at timestamptz not null default now()
);

create index group_changes_user_id on group_changes (user_id);

comment on table group_changes is
  'Who added a member to a group or removed them from it, and when. Append-only, but rows go with their account.';

create function reject_group_history_changes() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from users where id = old.user_id) then
    return old;
  end if;
  raise exception 'The table % is append-only: its rows can''t be changed or deleted', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger group_changes_append_only
before update or delete on group_changes
for each row execute function reject_group_history_changes();

create trigger group_changes_not_truncated
before truncate on group_changes
for each statement execute function reject_group_history_changes();

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

create or replace view people as
  select u.id, u.email, p.full_name, p.company, p.role,
    case when p.approval_status = 'approved' and u.password_hash is null then 'invited' else p.approval_status end as status,
    u.created_at as signed_up_at, u.email_confirmed_at, u.email_confirmed_at is not null as email_confirmed,
    i.invited_at, i.invited_by, i.expires_at, i.accepted_at, case
      when i.accepted_at is not null then 'joined'
      when i.expires_at > now() then 'waiting'
      when i.user_id is not null then 'link expired'
    end as invitation,
    p.avatar_url is not null as has_picture, m.is_editor, m.is_admin,
    d.due_at as deletion_due_at, case when d.due_at is not null then coalesce(d.requested_by, 'the member') end as deletion_requested_by,
    (select count(*) from outbox o where o.user_id = u.id and o.dead_at is not null) as failed_messages,
    -- Subqueries, because PostgreSQL leaves out those that a statement doesn't read.
    (select count(*) from active_sessions s where s.user_id = u.id) as sessions,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
    (select e.actor from approval_events e where e.user_id = u.id order by e.id desc limit 1) as decided_by,
    (select e.created_at from approval_events e where e.user_id = u.id order by e.id desc limit 1) as decided_at,
    (select b.kind from current_bounces b where b.user_id = u.id order by b.occurred_at desc limit 1) as bounce,
    (select max(b.occurred_at) from current_bounces b where b.user_id = u.id) as bounced_at,
    m.is_being_removed, m.groups
  from users u
  join profiles p on p.id = u.id
  join members m on m.id = u.id
  left join invitations i on i.user_id = u.id
  left join account_deletions d on d.user_id = u.id and d.cancelled_at is null;

create or replace view account_history as
  select e.id, e.user_id, e.created_at, coalesce(u.email, 'deleted account ' || e.user_id) as email, e.from_status, e.to_status,
    e.actor, e.reason, e.undone_event_id is not null as is_undo
  from approval_events e
  left join users u on u.id = e.user_id
  union all
  select d.id, d.user_id, d.created_at, u.email, null, 'profile_changed', d.actor,
    concat_ws(', ', coalesce(d.company, 'no company'), coalesce(d.role, 'no role')), false
  from profile_changes d
  join users u on u.id = d.user_id
  union all
  select g.id, g.user_id, g.created_at, u.email, null, case when g.is_added then 'group_added' else 'group_removed' end, g.actor,
    g.group_name, false
  from group_changes g
  join users u on u.id = g.user_id;

-- A mistyped group would remove nobody, and nobody would notice.
create function set_groups(
  emails text[], add_to text[] default '{}', remove_from text[] default '{}', actor text default null
) returns table (email text, full_name text, added text[], removed text[])
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
  unknown constant text := (
    select string_agg(format('"%s"', given.name), ' or ' order by given.name)
    from unnest(remove_from) as given (name)
    where not exists (select from member_groups g where g.group_name = given.name)
      and not exists (select from group_changes c where c.group_name = given.name)
  );
begin
  if unknown is not null then
    raise exception 'Nobody was ever in the group %', unknown using errcode = 'no_data_found';
  end if;
  if add_to && remove_from then
    raise exception 'Nobody can be added to a group and removed from it at once' using errcode = 'invalid_parameter_value';
  end if;
  perform lock_people(member_ids);
  return query
  with left_groups as (
    delete from member_groups g where g.user_id = any (member_ids) and g.group_name = any (remove_from)
    returning g.user_id, g.group_name
  ), joined_groups as (
    insert into member_groups (user_id, group_name) select m.id, a.name from unnest(member_ids) m (id), unnest(add_to) a (name)
    on conflict do nothing
    returning user_id, group_name
  ), recorded as (
    insert into group_changes (user_id, actor, group_name, is_added)
    select c.user_id, actor_or_login(set_groups.actor), c.group_name, c.is_added
    from (
      select user_id, group_name, false as is_added from left_groups
      union all
      select user_id, group_name, true from joined_groups
    ) c
    returning user_id, group_name, is_added
  ), changed as (
    select r.user_id, coalesce(array_agg(r.group_name order by r.group_name) filter (where r.is_added), '{}') as added,
      coalesce(array_agg(r.group_name order by r.group_name) filter (where not r.is_added), '{}') as removed
    from recorded r
    group by r.user_id
  )
  select f.email, p.full_name, coalesce(c.added, '{}'), coalesce(c.removed, '{}')
  from find_members(emails) f
  join profiles p on p.id = f.id
  left join changed c on c.user_id = f.id
  order by f.nth;
end
$$;

comment on function set_groups is
  'Adds these people to groups and removes them from others, all or none, and returns what changed for each. Idempotent: nothing is '
  'recorded where nothing changes. Which groups there are is in the content; here, a name only has to have the form of one.';

create function set_groups_for_admin(session_hash text, changes jsonb) returns table (id text, added text[], removed text[])
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  admin text;
  change record;
begin
  perform lock_people(array(select jsonb_array_elements_text(c -> 'ids') from jsonb_array_elements(changes) c));
  admin := session_admin_email(session_hash);
  if admin is null then
    return;
  end if;
  for change in select * from jsonb_to_recordset(changes) as given (ids text[], add text[], remove text[]) loop
    return query
    select u.id, s.added, s.removed
    from set_groups(array(select u.email from users u where u.id = any (change.ids)), change.add, change.remove, admin) s
    join users u on u.email = s.email;
  end loop;
end
$$;

comment on function set_groups_for_admin is
  'set_groups for the administrator of a session, by ids: [{"ids", "add", "remove"}]. Leaves out people who are gone. No row for anyone else.';

create function invite_person_with_groups(
  new_email text, new_name text, new_company text, new_role text, group_names text[], actor text
) returns text
language plpgsql as $$
declare
  outcome constant text := invite_person_with_role(new_email, new_name, new_company, new_role, actor);
begin
  if outcome in ('invited', 'invited again', 'approved') and group_names <> '{}' then
    perform set_groups(array[new_email], group_names, actor => actor);
  end if;
  return outcome;
end
$$;

create or replace function invite(people jsonb, actor text default null) returns table (email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform lock_people(array(select u.id from users u join parse_invitees(people) p on p.email = u.email));

  return query
  -- In one order, so that no two calls wait for each other.
  with invited as materialized (
    select p.nth, p.email, p.name, invite_person_with_groups(
        p.email, p.name, p.company, given.person ->> 'role',
        array(select jsonb_array_elements_text(coalesce(given.person -> 'groups', '[]'))), actor_or_login(actor)
      ) as outcome
    from parse_invitees(people) p, lateral (select people -> (p.nth - 1)::int as person) given
    order by p.email
  )
  select i.email, i.name, i.outcome from invited i order by i.nth;
end
$$;

comment on function invite is
  'Invites people, [{"email", "name", "company", "role", "groups"}], and returns an outcome for each: "invited" made the account. All or '
  'none. Approves a confirmed pending account, resets the password of an unconfirmed one, and skips members and denied people.';

grant select on member_groups, group_changes to lanai_app;
grant select on member_groups to lanai_admin;
grant execute on function set_groups to lanai_admin;
grant execute on function set_groups_for_admin to lanai_app;

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
