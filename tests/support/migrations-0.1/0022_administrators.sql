-- Who is removed by an administrator has no rights from that moment, and bounces count by their own time.

-- One rule for the gate, the actions, /people and the directory: only here, a role is what counts now.

create or replace view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed,
    p.is_editor and not removal.is_pending as is_editor, p.is_admin and not removal.is_pending as is_admin,
    floor(extract(epoch from greatest(
      (select max(e.at) from approval_events e where e.user_id = u.id and e.to_status = 'approved'),
      (select i.came_at from invitations i where i.user_id = u.id)
    )) * 1000)::float8 as member_since,
    removal.is_pending as is_being_removed
  from users u
  join profiles p on p.id = u.id
  cross join lateral (
    select exists (
      select from account_deletions d where d.user_id = u.id and d.kept_at is null and d.requested_by is not null
    ) as is_pending
  ) removal;

comment on column members.is_admin is
  'Whether they can use /people while they are approved. Not while an administrator''s deletion of their account is pending.';
comment on column members.is_editor is 'Whether they can use /edit while they are approved. Ends with a deletion, as is_admin does.';
comment on column members.is_being_removed is
  'Whether an administrator deletes the account. false for a deletion that only the member asked for.';

create or replace view people as
  select u.id, u.email, p.full_name, p.company, p.role,
    case when p.approval_status = 'approved' and u.password_hash is null then 'invited' else p.approval_status end as status,
    u.created_at as signed_up_at, u.email_confirmed_at, u.email_confirmed_at is not null as email_confirmed,
    i.invited_at, i.invited_by, i.expires_at, i.came_at, case
      when i.came_at is not null then 'joined'
      when i.expires_at > now() then 'waiting'
      when i.user_id is not null then 'link expired'
    end as invitation,
    p.avatar_url is not null as has_picture, m.is_editor, m.is_admin,
    d.due_at as deleted_at, case when d.due_at is not null then coalesce(d.requested_by, 'the member') end as deleted_by,
    visits.sessions, visits.last_seen_at,
    (select count(*) from outbox o where o.user_id = u.id and o.dead_at is not null) as failed_messages,
    latest.actor as decided_by, latest.at as decided_at, bounce.kind as bounce, bounce.at as bounced_at, m.is_being_removed
  from users u
  join profiles p on p.id = u.id
  join members m on m.id = u.id
  left join invitations i on i.user_id = u.id
  left join account_deletions d on d.user_id = u.id and d.kept_at is null
  left join lateral (
    select count(*) filter (where s.expires_at > now()) as sessions, max(s.last_seen_at) as last_seen_at
    from sessions s
    where s.user_id = u.id
  ) visits on true
  left join lateral (
    select e.actor, e.at from approval_events e where e.user_id = u.id order by e.id desc limit 1
  ) latest on true
  left join lateral (
    select b.kind, b.at from bounces b where b.user_id = u.id and b.kind is not null order by b.at desc limit 1
  ) bounce on true;

-- The role that was given stays with the profile: it counts again once the account is kept.
create or replace function set_role(emails text[], given_role text, wanted boolean)
returns table (email text, full_name text, approval_status text, changed boolean)
language sql security definer set search_path = public, pg_temp as $$
  select lock_people(array(select m.id from find_members(emails) m));
  with before as (
    select f.email, p.*, wanted <> case given_role when 'editor' then p.is_editor when 'admin' then p.is_admin end as is_changed
    from find_members(emails) f join profiles p on p.id = f.id order by f.nth
  ), changed as (
    update profiles p
    set is_editor = case given_role when 'editor' then wanted else p.is_editor end,
      is_admin = case given_role when 'admin' then wanted else p.is_admin end
    from before b where p.id = b.id and b.is_changed
  )
  select b.email, b.full_name, b.approval_status, b.is_changed from before b
$$;

create or replace function judge_act(person people, action text, admin text) returns text
language sql stable as $$
  select case
    when action = 'undo' and find_undo(person, admin) is null then 'too_late_to_undo'
    when not case action
        when 'approve' then person.status in ('pending', 'denied')
        when 'approve_unconfirmed' then person.status in ('pending', 'denied')
        when 'deny' then person.status <> 'denied'
        when 'undo' then true
        when 'resend_confirmation' then person.status = 'pending' and person.deleted_at is null
        when 'invite' then person.status = 'invited' and person.deleted_at is null
        when 'revoke' then person.status = 'invited' and person.invitation is not null
        when 'end_sessions' then true
        when 'make_editor' then person.status = 'approved' and not person.is_editor and not person.is_being_removed
        when 'end_editor' then person.status = 'approved' and person.is_editor
        when 'make_admin' then person.status = 'approved' and not person.is_admin and not person.is_being_removed
        when 'end_admin' then person.status = 'approved' and person.is_admin
        -- Members can keep an account that they wanted deleted, until an administrator wants it, too.
        when 'delete' then not person.is_being_removed
        -- Nobody keeps themselves: whoever is removed is no administrator.
        when 'keep' then person.is_being_removed
      end then 'decided_meanwhile'
    when person.is_admin and action in ('deny', 'undo', 'end_admin', 'delete') and is_last_admin(person.id) then 'last_admin'
    when action = 'approve' and not person.email_confirmed then 'unconfirmed'
    when action = 'resend_confirmation' and person.email_confirmed then 'confirmed_meanwhile'
    else 'done'
  end
$$;

-- What members download names no administrator, also in columns that later migrations add: those are called "actor" or "…_by".

create or replace function export_account(member_id text) returns jsonb
language plpgsql stable as $$
declare
  result jsonb;
  source record;
  rows_of_member jsonb;
  -- Secrets and lookup keys, and columns that only repeat the member's id.
  hidden constant text[] := array[
    'id', 'user_id', 'public_id', 'token_hash', 'password_hash', 'sign_up_browser_hash'
  ];
begin
  select jsonb_build_object(
    'exported_at', now(),
    'account', to_jsonb(u) - array['password_hash', 'sign_up_browser_hash'],
    'profile', to_jsonb(p) - 'id',
    'approval_history', (
      select coalesce(jsonb_agg(jsonb_build_object('from', e.from_status, 'to', e.to_status, 'at', e.at) order by e.id), '[]')
      from approval_events e
      where e.user_id = member_id
    )
  ) into result
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id;

  -- Every other table with a foreign key to the account, including those of later migrations.
  for source in
    select c.conrelid::regclass as name, a.attname as owner, array(
      select k.attname::text
      from pg_attribute k
      -- told_by says 'member' or 'form'.
      where k.attrelid = c.conrelid and k.attname ~ '(^actor|_by)$' and k.attname <> 'told_by'
    ) as administrators
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'profiles'::regclass)
      and cardinality(c.conkey) = 1 and c.conrelid <> 'profiles'::regclass
    order by 1
  loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $2), ''[]'') from %s t where t.%I = $1', source.name, source.owner)
    into rows_of_member using member_id, hidden || source.administrators;
    result := result || jsonb_build_object(source.name::text, rows_of_member);
  end loop;
  return result;
end
$$;

-- Postmark repeats a report for hours, so one may arrive after a newer one, also after the one that ends it.

alter table bounces alter column kind drop not null;

comment on column bounces.kind is 'null since Postmark sends again. The row stays, so that an older report changes nothing.';

create or replace function record_bounce(address text, stream text, kind text, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into bounces
  select u.id, record_bounce.stream, record_bounce.kind, record_bounce.at
  from users u
  where u.email = address
  on conflict (user_id, stream) do update set kind = excluded.kind, at = excluded.at
  where excluded.at >= bounces.at
$$;
