-- For administrators with SQL, and for whoever runs the portal.

-- Not additive: commands of older code can't deny the last administrator either; they print why.

-- Denying and undoing leave an administrator, whoever decides: judge_act says so at /people before it comes to this.
create function refuse_last_admin(member_id text, new_status text) returns void
language plpgsql stable as $$
begin
  if new_status <> 'approved' and is_last_admin(member_id) then
    raise exception '% is the last administrator. First name another one: npm run admin -- admins EMAIL (SQL: select * from set_role(array[''EMAIL''], ''admin'', true))',
      (select u.email from users u where u.id = member_id)
      using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;

create or replace function decide_memberships(
  emails text[], new_status text, reason text default null, actor text default null, force boolean default false
) returns table (email text, full_name text, from_status text, to_status text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
  unconfirmed text;
  member record;
begin
  if new_status is null or new_status not in ('pending', 'approved', 'denied') then
    raise exception 'A status is pending, approved or denied, not "%"', new_status using errcode = 'invalid_parameter_value';
  end if;
  if new_status <> 'approved' then
    perform lock_admins();
  end if;
  perform lock_people(member_ids);
  select string_agg(m.email, ', ' order by m.email) into unconfirmed
  from members m
  where m.id = any (member_ids) and not m.email_confirmed and m.approval_status <> 'approved';
  if new_status = 'approved' and not force and unconfirmed is not null then
    raise exception 'Not confirmed yet: %. To approve anyway, add --force (SQL: force => true; psql: -v force=1)', unconfirmed
      using errcode = 'object_not_in_prerequisite_state';
  end if;

  for member in
    select f.id, f.email, p.full_name from find_members(emails) f join profiles p on p.id = f.id order by f.nth
  loop
    perform refuse_last_admin(member.id, new_status);
    email := member.email;
    full_name := member.full_name;
    from_status := change_status(member.id, new_status, actor, reason);
    to_status := new_status;
    return next;
  end loop;
end
$$;

create or replace function undo_decisions(emails text[], reason text default null, actor text default null)
returns table (email text, full_name text, from_status text, to_status text, result text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  member_ids constant text[] := array(select m.id from find_members(emails) m);
  latest record;
begin
  perform lock_admins();
  perform lock_people(member_ids);
  return query
  select f.email, p.full_name, p.approval_status,
    case when e.id is null or e.undoes is not null then p.approval_status else coalesce(e.from_status, 'pending') end,
    case
      when e.id is null then 'nothing to undo: no decision yet'
      when e.undoes is not null then 'nothing to undo: undone by ' || e.actor
      else 'undid the decision by ' || e.actor
    end
  from find_members(emails) f
  join profiles p on p.id = f.id
  left join lateral (select * from approval_events e where e.user_id = f.id order by e.id desc limit 1) e on true
  order by f.nth;

  for latest in
    select e.id, e.user_id, e.undoes, coalesce(e.from_status, 'pending') as status_before
    from find_members(emails) f
    join lateral (select * from approval_events e where e.user_id = f.id order by e.id desc limit 1) e on true
    where e.undoes is null
    order by f.nth
  loop
    perform refuse_last_admin(latest.user_id, latest.status_before);
    perform change_status(
      latest.user_id, latest.status_before, undo_decisions.actor, undo_decisions.reason, undoes => latest.id);
  end loop;
end
$$;

-- invite with addresses alone, for psql and SQL editors, which have no file to read.
create function invite_addresses(emails text[], name text default null, actor text default null)
returns table (email text, full_name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  addresses constant text[] := array(
    select canonical_address(given.typed) from unnest(emails) with ordinality as given (typed, nth)
    group by 1 order by min(given.nth)
  );
  wrong constant text := (
    select string_agg(format('"%s"', address), ' or ') from unnest(addresses) address where is_mail_address(address) is not true
  );
begin
  if wrong is not null then
    raise exception 'Not an email address: % (write a domain such as bücher.example as xn--…)', wrong
      using errcode = 'invalid_parameter_value';
  end if;
  if nullif(name, '') is not null and cardinality(addresses) > 1 then
    raise exception 'A name is for one address, and there are %', cardinality(addresses) using errcode = 'invalid_parameter_value';
  end if;
  return query
  select i.email, i.name, i.outcome
  from invite((select jsonb_agg(jsonb_build_object('email', address, 'name', name)) from unnest(addresses) address), actor) i;
end
$$;

grant execute on function invite_addresses to lanai_admin;

-- What the sweep left alone, because the database may be the wrong one: see src/server/sweep/sweep.ts.

alter table scheduled_runs add column kept int not null default 0;
alter table scheduled_runs add column released int;

comment on column scheduled_runs.kept is 'How much the last run left alone, because it looked wrong: pictures, by sweep.';
comment on column scheduled_runs.released is 'How much of that an administrator lets the next run delete; null for none.';

create function release_pictures() returns table (kept int, result text)
language sql security definer set search_path = public, pg_temp as $$
  update scheduled_runs set released = kept where name = 'sweep' and kept > 0
  returning kept, 'the next sweep deletes them'
$$;

comment on function release_pictures is 'Lets the next sweep delete the pictures that the last one kept, if they are no more by then.';

create or replace function portal_health() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(name order by name), '[]') from schema_migrations),
    'readOnly', current_setting('transaction_read_only')::boolean,
    'outbox', (
      select jsonb_build_object(
        'waiting', count(*) filter (where dead_at is null),
        'dead', count(*) filter (where dead_at is not null),
        'oldestSeconds', floor(extract(epoch from now() - min(due_at) filter (where dead_at is null and due_at <= now()))),
        'error', mode() within group (order by last_error)
      )
      -- A notice or a decision waits until it is due; a message that was postponed has waited since it was written.
      from (select *, case when last_error is null then next_attempt_at else created_at end as due_at from outbox) o
      -- Strangers can sign up with an address that Postmark refuses, so that is no alarm. After a week, nobody will see to it.
      where sent_at is null and (dead_at is null
        or (dead_at > now() - interval '7 days' and coalesce(last_error, '') not in ('postmark_300', 'postmark_406')))
    ),
    'deliveredSecondsAgo', (select floor(extract(epoch from now() - ended_at)) from scheduled_runs where name = 'deliver-outbox'),
    'sweptSecondsAgo', (select floor(extract(epoch from now() - ended_at)) from scheduled_runs where name = 'sweep'),
    'keptPictures', (select coalesce(max(kept), 0) from scheduled_runs where name = 'sweep')
  )
$$;

grant execute on function release_pictures to lanai_admin;
grant select on scheduled_runs to lanai_admin;
