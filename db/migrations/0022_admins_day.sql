-- What an administrator's day asks for besides: a word before many decisions at once, the address that was meant, people by a
-- part of their name, lists of who is in, and the end of an account.

-- A bare UPDATE without its WHERE is told to everybody within a minute, and no undo takes a mail back.

create function refuse_many_decisions() returns trigger
language plpgsql as $$
declare
  at_once constant int := 20;
  decided int;
begin
  select count(*) into decided
  from new_profiles n
  join old_profiles o on o.id = n.id
  where n.approval_status <> o.approval_status;
  if decided > at_once and coalesce(current_setting('lanai.many', true), '') <> 'yes' then
    raise exception 'This statement decides about % members at once, and nothing was changed. If that is meant, say so first, '
      'in the same session: SET lanai.many = ''yes''', decided
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;

comment on function refuse_many_decisions is
  'Trigger: one statement decides about more than twenty members only after SET lanai.many = ''yes''. Functions decide about one '
  'at a time, and are not asked.';

create trigger profiles_refuse_many_decisions
after update on profiles
referencing old table as old_profiles new table as new_profiles
for each statement execute function refuse_many_decisions();

-- The address that was meant.

create function edit_distance(a text, b text) returns int
language plpgsql immutable as $$
declare
  above int[] := array(select generate_series(0, length(b)));
  line int[];
begin
  for i in 1..length(a) loop
    line := array[i];
    for j in 1..length(b) loop
      line[j + 1] := least(above[j + 1] + 1, line[j] + 1, above[j] + (substr(a, i, 1) <> substr(b, j, 1))::int);
    end loop;
    above := line;
  end loop;
  return above[length(b) + 1];
end
$$;

comment on function edit_distance is 'How many letters have to be added, dropped or changed.';

create function nearest_address(typed text) returns text
language sql stable as $$
  with typed as (
    select split_part(lower(btrim(typed)), '@', 1) as box, split_part(lower(btrim(typed)), '@', 2) as host
  ), known as (
    select u.email, split_part(u.email, '@', 1) as box, split_part(u.email, '@', 2) as host from users u
  ), candidates as (
    select k.email, edit_distance(k.host, t.host) as slips
    from known k join typed t on t.box = k.box and abs(length(t.host) - length(k.host)) <= 2
    union all
    select k.email, edit_distance(k.box, t.box)
    from known k join typed t on t.host = k.host and abs(length(t.box) - length(k.box)) <= 2
      and (left(t.box, 1) = left(k.box, 1) or right(t.box, 1) = right(k.box, 1))
  )
  select c.email from candidates c where c.slips <= 2 order by c.slips, c.email limit 1
$$;

comment on function nearest_address is
  'The member''s address that differs by a slip or two, before the @ or behind it; null when none does.';

create function unknown_address(typed text) returns text
language sql stable as $$
  select format('"%s"', typed) || coalesce(' (did you mean ' || nearest_address(typed) || '?)', '')
$$;

comment on function unknown_address is 'How an address that nobody has is spoken of.';

create or replace function find_members(emails text[]) returns table (nth bigint, id text, email text)
language plpgsql stable as $$
declare
  unknown constant text[] := array(
    select unknown_address(given.email)
    from unnest(emails) with ordinality as given (email, nth)
    where not exists (select from users u where u.email = lower(btrim(given.email)))
    order by given.nth
  );
begin
  if cardinality(unknown) > 0 then
    raise exception 'No member has the e-mail address %', array_to_string(unknown, ', nor ') using errcode = 'no_data_found';
  end if;
  return query
  select min(given.nth), u.id, u.email
  from unnest(emails) with ordinality as given (email, nth)
  join users u on u.email = lower(btrim(given.email))
  group by u.id, u.email
  order by 1;
end
$$;

create or replace function decide_membership(
  member_email text, new_status text, reason text default null, actor text default null
) returns table (email text, full_name text, from_status text, to_status text)
language plpgsql as $$
declare
  member record;
  outer_actor constant text := coalesce(current_setting('lanai.actor', true), '');
  outer_reason constant text := coalesce(current_setting('lanai.reason', true), '');
begin
  select u.id, u.email, p.full_name, p.approval_status into member
  from users u
  join profiles p on p.id = u.id
  where u.email = lower(btrim(member_email))
  for update of p;

  if not found then
    raise exception 'No member has the e-mail address %', unknown_address(member_email) using errcode = 'no_data_found';
  end if;

  perform set_config('lanai.actor', coalesce(nullif(actor, ''), outer_actor), true);
  perform set_config('lanai.reason', coalesce(nullif(reason, ''), outer_reason), true);

  update profiles set approval_status = new_status where id = member.id and approval_status <> new_status;

  -- Settings last as long as the transaction: without this, the next decision in it would inherit ours.
  perform set_config('lanai.actor', outer_actor, true);
  perform set_config('lanai.reason', outer_reason, true);

  return query select member.email, member.full_name, member.approval_status, new_status;
end
$$;

create function known_addresses(emails text[]) returns text[]
language plpgsql stable as $$
declare
  unknown text;
begin
  for unknown in
    select unknown_address(given.email)
    from unnest(emails) with ordinality as given (email, nth)
    where not exists (select from users u where u.email = lower(btrim(given.email)))
    order by given.nth
  loop
    raise notice 'Skipped, no member has it: %', unknown;
  end loop;
  return array(
    select given.email
    from unnest(emails) with ordinality as given (email, nth)
    where exists (select from users u where u.email = lower(btrim(given.email)))
    order by given.nth
  );
end
$$;

comment on function known_addresses is 'Those of these addresses that members have; each of the others is named in a notice.';

create function members_named(one text, several text, skip_unknown text) returns text[]
language sql stable as $$
  select case skip_unknown
    when '1' then known_addresses(addresses_in(one, several))
    else addresses_in(one, several)
  end
$$;

comment on function members_named is 'The addresses that a script is about: all, or with skip_unknown ''1'' those that members have.';

create function confirmed_and_undecided() returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    select u.email
    from users u
    join profiles p on p.id = u.id
    where p.approval_status = 'pending' and u.email_confirmed_at is not null
      and not is_decided(u.id) and not needs_password(u.id)
    order by u.created_at, u.email
  )
$$;

comment on function confirmed_and_undecided is
  'Who waits with a confirmed address and was never decided about, longest first. Left out are those whom the roster will let in '
  'with their password: until then it may be a stranger''s sign-up.';

-- Looking.

create function spoken(word text) returns text
language sql immutable as $$
  select lower(regexp_replace(normalize(word, NFKD), '[\u0300-\u036f''`ʻʼ‘’]', '', 'g'))
$$;

comment on function spoken is 'As somebody types it who leaves kahakō, ʻokina and other accents out.';

create function find_people(part text, at_most int default 50)
returns table (email text, full_name text, status text, email_confirmed boolean, signed_up_at timestamptz)
language sql stable as $$
  select person.*
  from (
    select u.email, p.full_name, p.approval_status, u.email_confirmed_at is not null, u.created_at
    from users u
    join profiles p on p.id = u.id
    union all
    select r.email, r.name, 'not signed up', false, null
    from roster r
    where r.spent_at is null and not exists (select from users u where u.email = r.email)
  ) as person (email, full_name, status, email_confirmed, signed_up_at)
  where position(spoken(btrim(part)) in spoken(person.email)) > 0
    or position(spoken(btrim(part)) in spoken(person.full_name)) > 0
  order by person.email
  limit at_most
$$;

comment on function find_people is 'Who has this in the name or the address, on the roster too; accents and capitals do not count.';

create function list_approved(page int default 1, per_page int default 50)
returns table (
  email text, full_name text, approved_at timestamptz, approved_by text, page int, pages int, approved bigint
)
language sql stable as $$
  select m.email, m.full_name, decided.at, decided.actor, list_approved.page,
    ceil(total.approved / list_approved.per_page::numeric)::int, total.approved
  from (select count(*) as approved from members where approval_status = 'approved') total
  cross join (
    select * from members
    where approval_status = 'approved'
    order by email
    limit list_approved.per_page offset (list_approved.page - 1) * list_approved.per_page
  ) m
  left join lateral (
    select e.at, e.actor from approval_events e
    where e.user_id = m.id and e.to_status = 'approved'
    order by e.id desc
    limit 1
  ) decided on true
  order by m.email
$$;

comment on function list_approved is 'A page of the approved members by address, with the latest decision that let them in.';

-- Ending an account for somebody who asked for it, or who is nobody. It waits for a day, as a member's own deletion does, and the
-- record names the administrator.

alter table account_deletions add column requested_by text;

comment on column account_deletions.requested_by is 'The administrator who asked; null when it was the member.';

create function schedule_deletions(emails text[], actor text default null, delay interval default '1 day')
returns table (email text, full_name text, due_at timestamptz, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  asking constant text := coalesce(nullif(actor, ''), nullif(current_setting('lanai.actor', true), ''), session_user);
  member record;
begin
  for member in
    select m.nth, u.id, u.email, p.full_name
    from find_members(emails) m
    join users u on u.id = m.id
    join profiles p on p.id = u.id
    order by m.nth
    for update of u
  loop
    insert into account_deletions as d (user_id, token_hash, due_at, requested_by)
    -- Nobody has the link that this would be the hash of: an administrator takes it back.
    values (member.id, encode(sha256(convert_to(gen_random_uuid() || 'nobody''s', 'UTF8')), 'hex'), now() + delay, asking)
    on conflict (user_id) do update
    set token_hash = excluded.token_hash, requested_at = now(), due_at = excluded.due_at, kept_at = null,
      requested_by = excluded.requested_by
    where d.kept_at is not null;
    result := case when found then 'will be deleted' else 'is to be deleted already' end;
    delete from sessions where user_id = member.id;
    email := member.email;
    full_name := member.full_name;
    select d.due_at into due_at from account_deletions d where d.user_id = member.id;
    return next;
  end loop;
end
$$;

comment on function schedule_deletions is
  'Has these accounts deleted after a day, and signs them out now. An account that is to be deleted already stays so. An unknown '
  'address is an error, and nothing changes.';

create function keep_accounts(emails text[]) returns table (email text, full_name text, due_at timestamptz, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
  with kept as (
    update account_deletions d set kept_at = now()
    where d.kept_at is null and d.user_id in (select m.id from find_members(emails) m)
    returning d.user_id
  )
  select m.email, p.full_name, null::timestamptz,
    case when k.user_id is null then 'was not to be deleted' else 'stays' end
  from find_members(emails) m
  join profiles p on p.id = m.id
  left join kept k on k.user_id = m.id
  order by m.nth;
end
$$;

comment on function keep_accounts is 'Takes deletions back that were not carried out yet, whoever asked for them.';

create function list_deletions() returns table (email text, full_name text, due_at timestamptz, requested_by text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.email, p.full_name, d.due_at, coalesce(d.requested_by, 'the member')
  from account_deletions d
  join users u on u.id = d.user_id
  join profiles p on p.id = u.id
  where d.kept_at is null
  order by d.due_at, u.email
$$;

comment on function list_deletions is 'Whose account is to be deleted, when, and who asked for it.';

create or replace function delete_account(member_id text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member record;
begin
  select u.id, u.email, p.approval_status into member
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id
  for update;
  if not found then
    return;
  end if;

  insert into approval_events (user_id, actor, from_status, to_status)
  values (
    member_id,
    coalesce(
      (select d.requested_by from account_deletions d where d.user_id = member_id and d.kept_at is null), 'the member'
    ),
    member.approval_status,
    'deleted'
  );
  delete from users where id = member_id;
  update approval_events set reason = null where user_id = member_id and reason is not null;
  delete from roster where email = member.email or spent_user_id = member_id;
  delete from outbox where user_id = member_id and sent_at is null;
end
$$;

create function no_such_variable(typed text, meant text) returns void
language plpgsql as $$
begin
  raise exception 'There is no variable %: did you mean %?', typed, meant using errcode = 'undefined_parameter';
end
$$;

comment on function no_such_variable is 'Stops a script that was called with a variable that it does not know.';

-- Not additive: every column that code before it writes is granted again. Whom else an account ends for, an administrator alone
-- says.
revoke insert, update on account_deletions from lanai_app;
grant insert (user_id, token_hash, requested_at, due_at, kept_at), update (token_hash, requested_at, due_at, kept_at)
on account_deletions
to lanai_app;

revoke execute on function
  edit_distance(text, text), nearest_address(text), unknown_address(text), known_addresses(text[]),
  members_named(text, text, text), confirmed_and_undecided(), spoken(text), find_people(text, int), list_approved(int, int),
  schedule_deletions(text[], text, interval), keep_accounts(text[]), list_deletions(), no_such_variable(text, text)
from lanai_app;
grant execute on function
  edit_distance(text, text), nearest_address(text), unknown_address(text), known_addresses(text[]),
  members_named(text, text, text), confirmed_and_undecided(), spoken(text), find_people(text, int), list_approved(int, int),
  schedule_deletions(text[], text, interval), keep_accounts(text[]), list_deletions(), no_such_variable(text, text)
to lanai_admin;
