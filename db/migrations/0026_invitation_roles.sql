-- A list of people to invite may say what each is in the programme.

create function invite_person_with_role(new_email text, new_name text, new_company text, new_role text, actor text) returns text
language plpgsql as $$
declare
  outcome constant text := invite_person(new_email, new_name, new_company, actor);
begin
  if outcome in ('invited', 'invited again', 'approved') then
    update profiles p set role = coalesce(p.role, nullif(clean_text(new_role), ''))
    from users u
    where u.id = p.id and u.email = new_email;
  end if;
  return outcome;
end
$$;

create or replace function invite(people jsonb, actor text default null) returns table (email text, name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform lock_people(array(select u.id from users u join parse_invitees(people) p on p.email = u.email));

  return query
  -- In one order, so that no two calls wait for each other.
  with invited as materialized (
    select p.nth, p.email, p.name, invite_person_with_role(
        p.email, p.name, p.company, people -> (p.nth - 1)::int ->> 'role', actor_or_login(actor)
      ) as outcome
    from parse_invitees(people) p
    order by p.email
  )
  select i.email, i.name, i.outcome from invited i order by i.nth;
end
$$;

comment on function invite is
  'Invites people, [{"email", "name", "company", "role"}], and returns an outcome for each: "invited" made the account. All or none. '
  'Approves a confirmed pending account, resets the password of an unconfirmed one, and skips members and denied people.';
