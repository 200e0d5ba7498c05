-- Functions for administrators. Those with security definer read rows that hold secrets, and return none of them.

create function set_role(emails text[], given_role text, wanted boolean)
returns table (email text, full_name text, approval_status text, changed boolean)
language sql security definer set search_path = public, pg_temp as $$
  select lock_people(array(select m.id from find_members(emails) m));
  with before as (
    select m.*, wanted <> case given_role when 'editor' then m.is_editor when 'admin' then m.is_admin end as is_changed
    from find_members(emails) f join members m on m.id = f.id order by f.nth
  ), changed as (
    update profiles p
    set is_editor = case given_role when 'editor' then wanted else p.is_editor end,
      is_admin = case given_role when 'admin' then wanted else p.is_admin end
    from before b where p.id = b.id and b.is_changed
  )
  select b.email, b.full_name, b.approval_status, b.is_changed from before b
$$;

-- A new address for a member who can't read the old mailbox any more.

create function send_email_change(current_email text, asked_email text) returns table (email text, new_email text, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member members;
  asked constant text := canonical_address(asked_email);
begin
  select m.* into member from find_members(array[current_email]) f join members m on m.id = f.id;
  if member.approval_status <> 'approved' then
    raise exception '% is not approved, so the address can''t be changed', member.email using errcode = 'check_violation';
  elsif not is_mail_address(asked) then
    raise exception '"%" is not an email address', asked_email using errcode = 'check_violation';
  elsif exists (select from members m where m.email = asked and (m.email_confirmed or is_decided(m.id))) then
    raise exception 'Another account has the address %', asked using errcode = 'unique_violation';
  end if;
  delete from links l where l.user_id = member.id and l.purpose = 'change_email' and l.used_at is null;
  perform mail_link('change_email', member.id, '1 day', asked);
  return query select member.email, asked, 'a link was sent to the new address';
end
$$;

comment on function send_email_change is
  'Emails the new address a link that changes the account''s address to it, and then tells the old one. Changes nothing before.';

create table descriptions (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  actor text not null,
  company text,
  role text,
  at timestamptz not null default now()
);

create index descriptions_user_id on descriptions (user_id);

comment on table descriptions is 'Every company and role that an administrator gave, as it was afterwards.';

create view decisions as
  select e.id, e.user_id, e.at, coalesce(u.email, 'deleted account ' || e.user_id) as email, e.from_status, e.to_status,
    e.actor, e.reason, e.undoes is not null as is_undo
  from approval_events e
  left join users u on u.id = e.user_id
  union all
  select d.id, d.user_id, d.at, u.email, null, 'described', d.actor,
    concat_ws(', ', coalesce(d.company, 'no company'), coalesce(d.role, 'no role')), false
  from descriptions d
  join users u on u.id = d.user_id;

comment on view decisions is 'The history, with addresses as far as there are accounts.';
