-- Forms that say by themselves who has sent them: the programme's form tools call an address with a secret.

create table form_addresses (
  name text primary key
    constraint form_addresses_name_is_line check (name = clean_text(name) and length(name) between 1 and 80),
  token_hash text not null
    constraint form_addresses_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$')
    constraint form_addresses_token_hash_key unique,
  created_at timestamptz not null default now(),
  created_by text not null,
  used_at timestamptz
);

comment on table form_addresses is 'Addresses that the programme''s form tools call when a member has sent a form.';

create table form_senders (
  email text primary key,
  user_id text not null references users on delete cascade
);

create index form_senders_user_id on form_senders (user_id);

comment on table form_senders is 'Other addresses from which members send forms, as administrators have said.';

create table unmatched_submissions (
  email text not null,
  event text not null,
  day date not null,
  told_at timestamptz not null default now(),
  primary key (email, event, day)
);

comment on table unmatched_submissions is 'Forms that were sent from an address without a member. Nothing else of them is kept.';

create function add_form_address(new_name text, actor text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- As in new_link.
  token constant text := sha256_hex(gen_random_uuid()::text || gen_random_uuid()::text);
begin
  insert into form_addresses (name, token_hash, created_by) values (clean_text(new_name), sha256_hex(token), actor)
  on conflict (name) do nothing;
  return case when found then token end;
end
$$;

create function record_submission(
  given_token_hash text, given_email text, given_event text, nearest_day date, nearest_start timestamptz, next_day date
) returns text
language plpgsql as $$
declare
  sender users;
begin
  update form_addresses set used_at = now() where token_hash = given_token_hash;
  if not found then
    return 'unknown_form';
  elsif take_attempt(sha256_hex('form/' || given_token_hash), 2000, interval '1 hour') is not null then
    return 'too_many';
  end if;
  select u.* into sender
  from users u
  where u.email = given_email or u.id = (select s.user_id from form_senders s where s.email = given_email)
  order by u.email = given_email desc
  limit 1;
  if sender.id is null then
    -- Addresses of strangers aren't kept for long, and no tool can fill the table.
    delete from unmatched_submissions where told_at < now() - interval '90 days';
    insert into unmatched_submissions (email, event, day)
    select given_email, given_event, nearest_day where (select count(*) from unmatched_submissions) < 1000
    on conflict do nothing;
    return 'not_matched';
  end if;
  insert into deadline_ticks (user_id, event, day, is_done, told_at, told_by)
  -- A member who came later can't be late.
  values (
    sender.id, given_event, case when sender.created_at < nearest_start then nearest_day else next_day end, true, now(), 'form'
  )
  on conflict (user_id, event, day) do update set is_done = true, told_at = now(), told_by = 'form'
  where deadline_ticks.told_by = 'member';
  return 'recorded';
end
$$;

-- What administrators see and do at /people. Each function checks the session itself, as those of people do.

create function due_for_admin(session_hash text, starts jsonb) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'email', m.email, 'fullName', m.full_name, 'company', m.company) order by m.full_name, m.email), '[]')
      from expected_members m
    ),
    'done', (
      select coalesce(jsonb_agg(d), '[]')
      from (
        select event, day, t.user_id as "userId", t.told_at as at, t.told_by as by
        from done_deadlines t
        join jsonb_to_recordset(starts) as s (event text, day date, "forCompany" boolean) using (event, day)
        where t.told_by <> 'company' or s."forCompany"
      ) d
    ),
    'asked', (
      select coalesce(jsonb_agg(s.key), '[]') from jsonb_to_recordset(starts) as s (key text) join mailings m on m.name = s.key || ' asked'
    ),
    'unmatched', (
      select coalesce(jsonb_agg(u order by u.at desc, u.email), '[]')
      from (select email, event, day, told_at as at from unmatched_submissions) u
    ),
    'forms', (
      select coalesce(jsonb_agg(f order by f.name), '[]')
      from (select name, created_at as "createdAt", used_at as "usedAt" from form_addresses) f
    )
  )
  where find_session_admin(session_hash) is not null
$$;

create function match_for_admin(session_hash text, given_email text, person_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if find_session_admin(session_hash) is null then
    return false;
  end if;
  if person_id is not null then
    if not exists (select from unmatched_submissions u where u.email = given_email) then
      return false;
    end if;
    insert into form_senders (email, user_id) select given_email, u.id from users u where u.id = person_id
    on conflict (email) do update set user_id = excluded.user_id;
    if not found then
      return false;
    end if;
    insert into deadline_ticks (user_id, event, day, is_done, told_at, told_by)
    select person_id, u.event, u.day, true, u.told_at, 'form' from unmatched_submissions u where u.email = given_email
    on conflict (user_id, event, day) do update set is_done = true, told_at = excluded.told_at, told_by = 'form';
  end if;
  delete from unmatched_submissions u where u.email = given_email;
  return true;
end
$$;

create function add_form_for_admin(session_hash text, new_name text) returns text
language sql security definer set search_path = public, pg_temp as $$
  select add_form_address(new_name, admin) from find_session_admin(session_hash) admin where admin is not null
$$;

create function end_form_for_admin(session_hash text, given_name text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  delete from form_addresses where name = given_name and find_session_admin(session_hash) is not null returning true
$$;

grant select on form_senders to lanai_app;
grant select, insert, delete on unmatched_submissions to lanai_app;
grant select, update (used_at) on form_addresses to lanai_app;
grant select (name, created_at, created_by, used_at), delete on form_addresses to lanai_admin;
grant execute on function record_submission, due_for_admin, match_for_admin, add_form_for_admin, end_form_for_admin to lanai_app;
grant execute on function add_form_address to lanai_admin;
