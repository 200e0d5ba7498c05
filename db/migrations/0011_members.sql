-- Members, as the gate, the actions and the pages read them. Read roles here, not in profiles: they end as soon as an administrator
-- requests the deletion of the account.

create view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed,
    p.is_editor and not removal.is_pending as is_editor, p.is_admin and not removal.is_pending as is_admin,
    floor(extract(epoch from greatest(
      (select max(e.created_at) from approval_events e where e.user_id = u.id and e.to_status = 'approved'),
      (select i.accepted_at from invitations i where i.user_id = u.id)
    )) * 1000)::float8 as member_since,
    removal.is_pending as is_being_removed
  from users u
  join profiles p on p.id = u.id
  cross join lateral (
    select exists (
      select from account_deletions d where d.user_id = u.id and d.cancelled_at is null and d.requested_by is not null
    ) as is_pending
  ) removal;

comment on view members is 'A user and their profile without secrets: what the gate and the pages may read.';
comment on column members.is_editor is 'Whether they can use /edit while they are approved. Ends with a deletion, as is_admin does.';
comment on column members.is_admin is
  'Whether they can use /people while they are approved. Not while an administrator''s deletion of their account is pending.';
comment on column members.member_since is
  'When they could come in: when they were approved, or chose the password of an invitation, whichever came later. In '
  'milliseconds since 1970; null until then.';
comment on column members.is_being_removed is
  'Whether an administrator deletes the account. false for a deletion that only the member asked for.';

create function session_admin_email(session_hash text) returns text
language sql stable as $$
  select m.email
  from active_sessions s
  join members m on m.id = s.user_id
  where s.id = session_hash and m.approval_status = 'approved' and m.is_admin
$$;

comment on function session_admin_email is
  'The address of the administrator whose session this is; null for everyone else. The functions of /people check the session with it, '
  'because the application''s role could call them with any.';

-- Leaves out who decided: the columns "actor" and those that end in "_by". Later migrations name such columns in the same way.
create function export_account(member_id text) returns jsonb
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
      select coalesce(jsonb_agg(jsonb_build_object('from', e.from_status, 'to', e.to_status, 'at', e.created_at) order by e.id), '[]')
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
      where k.attrelid = c.conrelid and k.attname ~ '(^actor|_by)$'
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

comment on function export_account is
  'The account, the profile, the history without reasons, and the rows of every table with a foreign key to users or profiles, which '
  'lanai_app therefore has to be able to read. No secrets, and no messages of the outbox. null when there is no such member.';

grant select on members to lanai_edge;
grant select on members to lanai_app;
grant execute on function export_account to lanai_app;
grant select on members to lanai_admin;
