-- Whoever deletes an account waits for a decision about it that is under way: the end of the account is what the record says
-- last, and from the status that it had.

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
  values (member_id, 'the member', member.approval_status, 'deleted');
  delete from users where id = member_id;
  update approval_events set reason = null where user_id = member_id and reason is not null;
  delete from roster where email = member.email;
  delete from outbox where user_id = member_id and sent_at is null;
end
$$;
