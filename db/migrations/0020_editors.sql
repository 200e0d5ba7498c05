-- Members who may change the content in the browser.

alter table profiles add column is_editor boolean not null default false;

comment on column profiles.is_editor is
  'Whether /edit is there for them while they are approved. Set by administrators alone.';

create or replace view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status,
    u.email_confirmed_at is not null as email_confirmed, p.is_editor
  from users u
  join profiles p on p.id = u.id;

create function set_editors(emails text[], wanted boolean)
returns table (email text, full_name text, approval_status text, changed boolean)
language sql as $$
  with before as (
    select m.nth, m.id, m.email, p.full_name, p.approval_status, p.is_editor
    from find_members(emails) m
    join profiles p on p.id = m.id
  ), changed as (
    update profiles p set is_editor = wanted
    from before b
    where p.id = b.id and b.is_editor <> wanted
  )
  select b.email, b.full_name, b.approval_status, b.is_editor <> wanted
  from before b
  order by b.nth
$$;

comment on function set_editors is
  'Makes editors of these members, or of these editors members, from their next request on. An unknown address is an '
  'error, and nothing changes.';

revoke execute on function set_editors(text[], boolean) from lanai_app;
grant execute on function set_editors(text[], boolean) to lanai_admin;
grant update (is_editor) on profiles to lanai_admin;
