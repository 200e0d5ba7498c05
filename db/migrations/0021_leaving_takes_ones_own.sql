-- Whoever leaves takes along what is theirs. An address that they only asked for is not: by then it may be somebody else's,
-- who is expected on the roster and waits for mail.

create or replace function note_whom_it_concerns() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.user_id := coalesce(
    new.payload ->> 'userId',
    -- Mail to an address that is not yet the account's, or not any more.
    case when new.kind in ('change_email', 'email_changed') then
      (select t.user_id from email_change_tokens t where t.token_hash = split_part(new.dedupe_key, ':', 2))
    end,
    (select u.id from users u where u.email = new.payload ->> 'to')
  );
  return new;
end
$$;

update outbox o set user_id = t.user_id
from email_change_tokens t
where o.kind in ('change_email', 'email_changed') and t.token_hash = split_part(o.dedupe_key, ':', 2);

create or replace function delete_account(member_id text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member record;
begin
  select m.id, m.email, m.approval_status into member
  from users u
  join members m on m.id = u.id
  where u.id = member_id
  for update of u;
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
