-- The roster: who is expected. Whoever is on it and proves address and password is let in without waiting for anybody, once.

create function is_mail_address(address text) returns boolean
language sql immutable as $$
  select length(address) <= 254 and address ~ '^[^[:space:]@,;:<>()"\\=+-][^[:space:]@,;:<>()"\\]*@[^[:space:]@,;:<>()"\\]+\.[^[:space:]@,;:<>()"\\.]{2,}$'
$$;

comment on function is_mail_address is
  'Whether it looks like one plain address: no display name, no list, nothing a spreadsheet takes for a formula.';

create table roster (
  email text primary key
    constraint roster_email_is_canonical check (email = lower(btrim(email)))
    constraint roster_email_has_shape check (is_mail_address(email)),
  name text
    constraint roster_name_is_short check (length(name) <= 200),
  added_at timestamptz not null default now(),
  added_by text not null default coalesce(nullif(current_setting('lanai.actor', true), ''), session_user),
  spent_at timestamptz,
  spent_user_id text
);

create index roster_spent_user_id on roster (spent_user_id) where spent_user_id is not null;

comment on table roster is
  'Who is expected to sign up. A member on it is approved by the system, as actor "roster", when address and password are '
  'proven, or when the row comes and they were proven before. A row admits once. Removing a row takes nothing back.';
comment on column roster.email is 'In the form of users.email.';
comment on column roster.name is 'As the roster has it; null when not given. It names no account.';
comment on column roster.added_at is 'When the row was added.';
comment on column roster.added_by is 'The setting lanai.actor of the adding transaction, else the database role.';
comment on column roster.spent_at is
  'When the account with this address was approved or denied, by whomever; null until then. A spent row admits nobody, also '
  'after an undo or a change of address. Who deletes the row and adds it again means it.';
comment on column roster.spent_user_id is 'Whose account that was. Deliberately no foreign key: the record outlives it.';

-- Spending. A decision holds the profile; whoever adds rows holds it too before looking: one of the two sees both facts.

create function spend_roster_rows(emails text[], member_id text) returns void
language sql as $$
  update roster set spent_at = now(), spent_user_id = member_id
  where email = any (emails) and spent_at is null and is_decided(member_id)
$$;

comment on function spend_roster_rows is 'Spends the rows of these addresses on an account that was decided about.';

create function spend_roster_with_decision() returns trigger
language plpgsql as $$
begin
  perform spend_roster_rows(array[u.email], u.id) from users u where u.id = new.user_id;
  return null;
end
$$;

comment on function spend_roster_with_decision is 'Trigger: a decision spends the row of the member''s address.';

create trigger approval_events_spend_roster
after insert on approval_events
for each row when (new.to_status <> 'deleted')
execute function spend_roster_with_decision();

create function hold_roster_addresses(emails text[]) returns void
language plpgsql as $$
declare
  email text;
begin
  foreach email in array array(select distinct e from unnest(emails) e order by e) loop
    perform pg_advisory_xact_lock(hashtextextended('roster ' || email, 0));
  end loop;
end
$$;

comment on function hold_roster_addresses is
  'Makes whoever adds a row and whoever moves to its address wait for one another: neither sees the other''s fact before it is '
  'committed. Always in one order, and by importers only after the accounts they are about.';

create function spend_roster_with_address() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform hold_roster_addresses(array[new.email]);
  perform spend_roster_rows(array[old.email, new.email], new.id);
  return null;
end
$$;

comment on function spend_roster_with_address is 'Trigger: who was decided about takes the row of a new address along as spent.';

create trigger users_new_email_spends_roster
after update of email on users
for each row when (old.email is distinct from new.email)
execute function spend_roster_with_address();

-- Letting in. Both triggers act with the rights of the schema's owner: whoever proves an address may not approve anybody else.

create function approve_from_roster(member_ids text[]) returns void
language plpgsql as $$
declare
  expected record;
begin
  for expected in
    select u.email
    from profiles p
    join users u on u.id = p.id
    join roster r on r.email = u.email
    where p.id = any (member_ids) and p.approval_status = 'pending' and not is_decided(p.id)
      and u.email_confirmed_at is not null and u.password_proven_at is not null and r.spent_at is null
    order by p.id
    for update of p, r
  loop
    perform decide_membership(expected.email, 'approved', 'On the roster', 'roster');
  end loop;
end
$$;

comment on function approve_from_roster is
  'Lets in those of these members who wait, stand unspent on the roster and have proven address and password. A person''s '
  'decision stands.';

create function approve_who_is_proven() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform approve_from_roster(array[new.id]);
  return null;
end
$$;

comment on function approve_who_is_proven is 'Trigger: lets a member in who has just proven the last of address and password.';

create trigger users_proven_from_roster
after update of email_confirmed_at, password_proven_at on users
for each row when (
  new.email_confirmed_at is not null and new.password_proven_at is not null
  and (old.email_confirmed_at is null or old.password_proven_at is null)
)
execute function approve_who_is_proven();

create function approve_who_was_added() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Whoever confirms at this moment holds their row, whoever decides the profile: wait for both. Whoever does so later waits
  -- for us, and then sees the roster. Either way one of the two sees both facts.
  perform from users u where u.email in (select a.email from added a) order by u.id for no key update;
  perform hold_roster_addresses(array(select a.email from added a));
  perform lock_profiles(array(select u.id from users u join added a on a.email = u.email));
  perform spend_roster_rows(array[u.email], u.id) from users u join added a on a.email = u.email;
  perform approve_from_roster(array(select u.id from users u join added a on a.email = u.email));
  return null;
end
$$;

comment on function approve_who_was_added is
  'Trigger: spends new rows on accounts that were decided about, and lets in the others that are proven.';

create trigger roster_added_approve
after insert on roster
referencing new table as added
for each statement execute function approve_who_was_added();

-- Importing. The file is read by db/admin/roster-file.ts.

create function import_roster(entries jsonb, strict boolean default false, actor text default null)
returns table (line int, email text, name text, result text, problem text)
language plpgsql as $$
#variable_conflict use_column
declare
  outer_actor constant text := coalesce(current_setting('lanai.actor', true), '');
  judged jsonb;
  added text[] := '{}';
begin
  select jsonb_agg(jsonb_build_object('line', e.line, 'email', e.email, 'name', e.name, 'known', e.known,
    'problem', coalesce(e.problem, case when e.line > e.first_line then format('the same address is on line %s', e.first_line) end)
  ))
  into judged
  from (
    select r.*, exists (select from roster known where known.email = r.email) as known,
      min(r.line) filter (where r.problem is null) over (partition by r.email) as first_line
    from jsonb_to_recordset(entries) as r (line int, email text, name text, problem text)
  ) e;

  if not (strict and jsonb_path_exists(judged, '$[*].problem ? (@ != null)')) then
    perform set_config('lanai.actor', coalesce(nullif(actor, ''), outer_actor), true);
    with new as (
      insert into roster (email, name)
      select e.email, e.name
      from jsonb_to_recordset(judged) as e (email text, name text, problem text)
      where e.problem is null
      order by e.email
      on conflict on constraint roster_pkey do nothing
      returning roster.email
    )
    select coalesce(array_agg(new.email), '{}') into added from new;
    perform set_config('lanai.actor', outer_actor, true);
  end if;

  return query
  select e.line, e.email, e.name, case
      when e.problem is not null then 'refused'
      when e.known and r.spent_at is not null then 'on the roster already, spent'
      when e.known then 'on the roster already'
      when e.email <> all (added) then 'not added'
      when now_approved.id is not null then 'added and approved'
      when r.spent_at is not null and m.approval_status = 'approved' then 'added, approved already'
      when r.spent_at is not null then 'added, stays ' || m.approval_status
      else 'added'
    end, e.problem
  from jsonb_to_recordset(judged) as e (line int, email text, name text, known boolean, problem text)
  left join roster r on r.email = e.email
  left join members m on m.email = e.email
  left join lateral (
    select a.id from approval_events a
    where a.user_id = m.id and a.actor = 'roster' and a.at = now() and m.approval_status = 'approved'
    limit 1
  ) now_approved on true
  order by e.line;
end
$$;

comment on function import_roster is
  'Adds the people of a file and says for every line what became of it. An entry is a line of it: {"line", "email", "name", '
  '"problem"}, problem null for a good one. Bad lines are left out; with strict, one bad line keeps all of them out. Adding '
  'somebody again changes nothing.';
