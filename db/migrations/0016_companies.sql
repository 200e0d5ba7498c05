-- The company and the role that administrators give people. What members write in their profile changes neither.

create table profile_changes (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  actor text not null,
  company text,
  role text,
  created_at timestamptz not null default now()
);

create index profile_changes_user_id on profile_changes (user_id);

comment on table profile_changes is 'Every company and role that an administrator gave, as it was afterwards.';

create table company_assignments (
  id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  company text not null
    constraint company_assignments_company_is_clean check (company = clean_text(company) and char_length(company) between 1 and 80),
  assigned_at timestamptz not null default now(),
  ended_at timestamptz
);

create unique index company_assignments_current on company_assignments (user_id) where ended_at is null;
create index company_assignments_user_id on company_assignments (user_id);
create index company_assignments_company on company_assignments (lower(company));

comment on table company_assignments is
  'The company that an administrator gave each member, and the ones before, because a deadline that was done for one stays done.';
comment on column company_assignments.ended_at is 'When an administrator gave another one, or none; null for the current company.';

create function assigned_company(member_id text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.company from company_assignments c where c.user_id = member_id and c.ended_at is null
$$;

comment on function assigned_company is 'The company that an administrator gave; null without one.';

create function assign_company(member_id text, new_company text) returns void
language plpgsql as $$
begin
  if new_company is distinct from assigned_company(member_id) then
    update company_assignments c set ended_at = now() where c.user_id = member_id and c.ended_at is null;
    insert into company_assignments (user_id, company) select member_id, new_company where new_company is not null;
  end if;
end
$$;

comment on function assign_company is 'Sets the company of a member, null for none. Earlier ones stay, with ended_at.';

-- Saving a company assigns it, even if it is the one that the member wrote in their profile.
create function set_company_and_role(emails text[], new_company text, new_role text, actor text default null)
returns table (email text, full_name text, company text, role text)
language sql security definer set search_path = public, pg_temp as $$
  select lock_people(array(select m.id from find_members(emails) m));
  with updated as (
    update profiles p
    set company = case when new_company is null then p.company else nullif(clean_text(new_company), '') end,
      role = case when new_role is null then p.role else nullif(clean_text(new_role), '') end
    from find_members(emails) m join profiles before on before.id = m.id
    where p.id = m.id
    returning m.nth, m.email, p.id, p.full_name, p.company, p.role, (p.company, p.role) is distinct from (before.company, before.role)
      or (new_company is not null and p.company is distinct from assigned_company(p.id)) as is_changed
  ), recorded as (
    insert into profile_changes (user_id, actor, company, role)
    select d.id, actor_or_login(actor), d.company, d.role from updated d where d.is_changed
  ), assigned as materialized (
    select count(assign_company(d.id, d.company)) from updated d where new_company is not null
  )
  select d.email, d.full_name, d.company, d.role from updated d, assigned order by d.nth
$$;

comment on function set_company_and_role is 'Sets and records the company and the role of these people. null leaves one as it is, and an empty text removes it.';

create view account_history as
  select e.id, e.user_id, e.created_at, coalesce(u.email, 'deleted account ' || e.user_id) as email, e.from_status, e.to_status,
    e.actor, e.reason, e.undone_event_id is not null as is_undo
  from approval_events e
  left join users u on u.id = e.user_id
  union all
  select d.id, d.user_id, d.created_at, u.email, null, 'profile_changed', d.actor,
    concat_ws(', ', coalesce(d.company, 'no company'), coalesce(d.role, 'no role')), false
  from profile_changes d
  join users u on u.id = d.user_id;

comment on view account_history is 'The history, with addresses as far as there are accounts.';

grant select on profile_changes, company_assignments to lanai_app;
grant execute on function assigned_company to lanai_app;
grant select on account_history to lanai_admin;
grant execute on function set_company_and_role to lanai_admin;
