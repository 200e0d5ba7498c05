-- The page /people. Security definer, because the application's role may not decide. Each function checks the session itself.

create function find_session_admin(session_hash text) returns text
language sql stable as $$
  select m.email
  from sessions s
  join members m on m.id = s.user_id
  where s.id = session_hash and s.expires_at > now() and m.approval_status = 'approved' and m.is_admin
$$;

create function count_people_for_admin(session_hash text, part text) returns table (status text, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.status, count(*) from find_people(part) p where find_session_admin(session_hash) is not null group by p.status
$$;

create function people_for_admin(session_hash text, part text, with_status text, at_most int, skipped int)
returns table (person people, acts text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select shown.p, acts_for(shown.p, admin)
  from find_session_admin(session_hash) admin, (
    select found as p
    from find_people(part) found
    where found.status = with_status
    order by case found.status when 'pending' then found.signed_up_at when 'invited' then found.invited_at end,
      found.last_seen_at desc nulls last, found.email
    limit at_most offset skipped
  ) shown
  where admin is not null
$$;

create function person_for_admin(session_hash text, person_id text) returns table (person people, acts text[], record jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select p, acts_for(p, admin), jsonb_build_object(
    'undo', find_undo(p, admin),
    'messages', (
      select coalesce(jsonb_agg(m order by m.at desc, m.id), '[]')
      from (select * from messages m where m.user_id = p.id order by m.at desc, m.id limit 10) m
    ),
    'decisions', (
      select coalesce(jsonb_agg(d order by d.at desc, d.id desc), '[]')
      from (select * from decisions d where d.user_id = p.id order by d.at desc, d.id desc limit 50) d
    )
  )
  from people p, find_session_admin(session_hash) admin
  where p.id = person_id and admin is not null
$$;

create function act_on_people(
  session_hash text, action text, person_ids text[], seen_statuses text[], reason text, link_lifetime interval
) returns table (id text, outcome text, status text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  admin text;
  person people;
  seen record;
begin
  if action in ('deny', 'undo', 'end_admin', 'delete') then
    perform lock_admins();
  end if;
  perform lock_people(person_ids);
  if action = 'undo' then
    -- So that none is sent meanwhile.
    perform from outbox o where o.user_id = any (person_ids) and o.sent_at is null and o.dead_at is null order by o.id for update;
  end if;
  admin := find_session_admin(session_hash);
  if admin is null then
    return;
  end if;
  for seen in select given.id, given.status from unnest(person_ids, seen_statuses) as given (id, status) loop
    select p.* into person from people p where p.id = seen.id;
    outcome := case
      when person.id is null then 'gone'
      when seen.status = 'invited' and person.status = 'approved' then 'joined_meanwhile'
      when seen.status <> person.status then 'decided_meanwhile'
      else judge_act(person, action, admin)
    end;
    if outcome = 'done' then
      perform do_act(person, action, admin, reason, link_lifetime);
      select p.* into person from people p where p.id = seen.id;
      if person.id is null then
        outcome := 'revoked';
      end if;
    end if;
    id := seen.id;
    status := person.status;
    return next;
  end loop;
end
$$;

create function describe_for_admin(session_hash text, person_ids text[], new_company text, new_role text) returns int
language sql security definer set search_path = public, pg_temp as $$
  select count(*)::int
  from find_session_admin(session_hash) admin,
    describe_people(array(select u.email from users u where admin is not null and u.id = any (person_ids)), new_company, new_role, admin)
$$;

create function invite_for_admin(session_hash text, people jsonb, is_trial boolean)
returns table (id text, email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  admin constant text := find_session_admin(session_hash);
  invited jsonb;
begin
  if admin is null then
    return;
  end if;
  begin
    select jsonb_agg(i) into invited from invite(people, admin) i;
    -- The minute is for an undo.
    update outbox o set next_attempt_at = now() + interval '1 minute'
    where o.kind = 'invitation' and o.sent_at is null and o.created_at = now();
    if is_trial then
      raise sqlstate 'LA001';
    end if;
  exception
    when sqlstate 'LA001' then null;
  end;
  return query
  select m.id, i.email, i.name, i.outcome
  from jsonb_to_recordset(invited) as i (email text, name text, outcome text)
  left join members m on m.email = i.email
  order by i.email;
end
$$;
