-- Asking for a link costs as much for an address nobody has as for a member's: what takes no longer tells nothing.

create function write_nothing_as_slowly(new_token text, new_token_hash text, lifetime interval) returns void
language plpgsql as $$
begin
  perform enqueue(
    'reset_password',
    'nobody:' || new_token_hash,
    jsonb_build_object('to', null, 'fullName', null, 'token', new_token),
    now() + lifetime
  );
  delete from outbox where dedupe_key = 'nobody:' || new_token_hash;
end
$$;

comment on function write_nothing_as_slowly is
  'Two writes, as a link and its mail are, of which nothing is left. In one statement, so nobody ever sees or sends it.';

create or replace function resend_confirmation(member_email text, new_token text, new_token_hash text, lifetime interval)
returns void
language plpgsql as $$
declare
  member_id constant text := (select u.id from users u where u.email = member_email and u.email_confirmed_at is null);
begin
  if member_id is null then
    perform write_nothing_as_slowly(new_token, new_token_hash, lifetime);
  else
    perform send_confirmation(member_id, new_token, new_token_hash, lifetime);
  end if;
end
$$;

create or replace function request_password_reset(
  member_email text, new_token text, new_token_hash text, lifetime interval
) returns void
language plpgsql as $$
declare
  member record;
begin
  select m.id, m.email, m.full_name into member from members m where m.email = member_email;
  if not found then
    perform write_nothing_as_slowly(new_token, new_token_hash, lifetime);
    return;
  end if;

  insert into password_reset_tokens (token_hash, user_id, expires_at)
  values (new_token_hash, member.id, now() + lifetime);

  perform enqueue(
    'reset_password',
    'reset_password:' || new_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name, 'token', new_token),
    now() + lifetime
  );
end
$$;
