-- Who confirms is who signed up: the roster admits nobody whose password a stranger chose, it admits once, and sign-ups that
-- nobody confirms leave.

alter table users add column password_proven_at timestamptz;
create index users_unconfirmed on users (created_at) where email_confirmed_at is null;
grant update (password_proven_at) on users to lanai_app;

comment on column users.email_confirmed_at is
  'When the address was proven to be theirs; null until then. Confirming approves nobody whose password is not proven.';
comment on column users.password_proven_at is
  'When the person at the mailbox was seen to be the one who knows the password; null until then. The roster needs it '
  'besides the confirmed address: anybody can sign up with anybody''s address.';

create table sign_up_browsers (
  user_id text primary key references users on delete cascade,
  token_hash text not null
    constraint sign_up_browsers_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index sign_up_browsers_expires_at on sign_up_browsers (expires_at);

comment on table sign_up_browsers is
  'The browser that an account was signed up with: whoever opens the mailed link there chose the password.';
comment on column sign_up_browsers.token_hash is 'Hex SHA-256 of the token in the browser''s cookie.';
comment on column sign_up_browsers.expires_at is 'Judged by this database''s now(), never by a caller''s clock.';

alter table roster
  add column spent_at timestamptz,
  add column spent_user_id text;
create index roster_spent_user_id on roster (spent_user_id) where spent_user_id is not null;

comment on table roster is
  'Who is expected to sign up. A member on it is approved by the system, as actor "roster", when address and password are '
  'proven, or when the row comes and they were proven before. A row admits once. Removing a row takes nothing back.';
comment on column roster.spent_at is
  'When the account with this address was approved or denied, by whomever; null until then. A spent row admits nobody, also '
  'after an undo or a change of address. Who deletes the row and adds it again means it.';
comment on column roster.spent_user_id is 'Whose account that was. Deliberately no foreign key: the record outlives it.';

create function is_decided(member_id text) returns boolean
language sql stable as $$
  select exists (select from approval_events e where e.user_id = member_id)
$$;

comment on function is_decided is 'Whether anybody ever decided about this account, whatever came after.';

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

create trigger approval_events_spend_roster
after insert on approval_events
for each row when (new.to_status <> 'deleted')
execute function spend_roster_with_decision();

create function spend_roster_with_address() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform spend_roster_rows(array[old.email, new.email], new.id);
  return null;
end
$$;

create trigger users_new_email_spends_roster
after update of email on users
for each row when (old.email is distinct from new.email)
execute function spend_roster_with_address();

create or replace function approve_from_roster(member_ids text[]) returns void
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

drop trigger users_confirmed_from_roster on users;
drop function approve_who_confirmed();

create function approve_who_is_proven() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform approve_from_roster(array[new.id]);
  return null;
end
$$;

create trigger users_proven_from_roster
after update of email_confirmed_at, password_proven_at on users
for each row when (
  new.email_confirmed_at is not null and new.password_proven_at is not null
  and (old.email_confirmed_at is null or old.password_proven_at is null)
)
execute function approve_who_is_proven();

create or replace function approve_who_was_added() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Whoever confirms at this moment holds their row, whoever decides the profile: wait for both. Whoever does so later waits
  -- for us, and then sees the roster. Either way one of the two sees both facts.
  perform from users u where u.email in (select a.email from added a) order by u.id for no key update;
  perform lock_profiles(array(select u.id from users u join added a on a.email = u.email));
  perform spend_roster_rows(array[u.email], u.id) from users u join added a on a.email = u.email;
  perform approve_from_roster(array(select u.id from users u join added a on a.email = u.email));
  return null;
end
$$;

-- Signing up.

drop function register_member(text, text, text, text, text, interval);

create function register_member(
  new_email text, new_password_hash text, new_full_name text,
  new_token text, new_token_hash text, token_lifetime interval, browser_hash text default null
) returns text
language plpgsql as $$
declare
  member_id constant text := register_member(new_email, new_password_hash, new_full_name);
begin
  perform send_confirmation(member_id, new_token, new_token_hash, token_lifetime);
  insert into sign_up_browsers (user_id, token_hash, expires_at)
  select member_id, browser_hash, now() + token_lifetime where browser_hash is not null;
  perform enqueue(
    'user_registered',
    'user_registered:' || member_id,
    jsonb_build_object('userId', member_id, 'email', new_email, 'fullName', new_full_name)
  );
  return member_id;
end
$$;

comment on function register_member(text, text, text, text, text, interval, text) is
  'Writes the account, its pending profile, the mail that confirms its address, the browser it was made with and word to '
  'other systems: all or nothing.';

-- Confirming. Each function takes the member first, then all that is theirs: none of them can wait for another in a circle.

create function hold_confirming_member(given_token_hash text) returns text
language sql as $$
  select u.id
  from email_confirmation_tokens t
  join users u on u.id = t.user_id
  where t.token_hash = given_token_hash and t.expires_at > now()
  for update of u
$$;

comment on function hold_confirming_member is
  'The member whose address this link confirms, until the end of the transaction nobody else''s to change; null when the '
  'link is unknown or expired.';

create function needs_password(member_id text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select
    from users u
    join profiles p on p.id = u.id
    join roster r on r.email = u.email
    where u.id = member_id and u.password_proven_at is null and p.approval_status = 'pending' and r.spent_at is null
  )
$$;

comment on function needs_password is 'Whether the roster would let this member in, were the password proven.';

drop function confirm_email(text);

create function confirm_email(given_token_hash text, given_browser_hash text default null) returns text
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
  is_proven constant boolean := exists (
    select from sign_up_browsers b
    where b.user_id = member_id and b.token_hash = given_browser_hash and b.expires_at > now()
  );
begin
  if member_id is null then
    return case when change_email(given_token_hash) then 'confirmed' end;
  end if;

  update email_confirmation_tokens set used_at = now() where token_hash = given_token_hash and used_at is null;
  update users
  set email_confirmed_at = coalesce(email_confirmed_at, now()),
    password_proven_at = coalesce(password_proven_at, case when is_proven then now() end)
  where id = member_id and (email_confirmed_at is null or (is_proven and password_proven_at is null));
  return case when needs_password(member_id) then 'password_needed' else 'confirmed' end;
end
$$;

comment on function confirm_email is
  'Confirms the address or, for a link of email_change_tokens, makes it the account''s: "confirmed", every time until the link '
  'expires; null when it is not good. In the browser that signed up the password is proven with it. "password_needed" when '
  'the roster waits for nothing but that.';

create function prove_sign_up(given_token_hash text, proven_password_hash text) returns boolean
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
begin
  update users
  set email_confirmed_at = coalesce(email_confirmed_at, now()), password_proven_at = coalesce(password_proven_at, now())
  where id = member_id and password_hash = proven_password_hash;
  return found;
end
$$;

comment on function prove_sign_up is
  'Notes that whoever holds the link knows the password. False, and nothing done, when the link is not good or the proven '
  'password is no longer the member''s.';

create function set_mailed_password(member_id text, new_password_hash text, cause text) returns void
language plpgsql as $$
begin
  update password_reset_tokens set used_at = now() where user_id = member_id and used_at is null;
  delete from sessions where user_id = member_id;
  delete from known_devices where user_id = member_id;
  perform enqueue(
    'password_changed',
    'password_changed:' || cause,
    jsonb_build_object('to', m.email, 'fullName', m.full_name)
  )
  from members m
  where m.id = member_id;
  update users
  set password_hash = new_password_hash, password_proven_at = coalesce(password_proven_at, now())
  where id = member_id;
end
$$;

comment on function set_mailed_password is
  'Sets a password for whoever holds a mailed link, and so proves it. With it end all sessions, all reset links and all known '
  'browsers of the member, and a mail says that it happened.';

create function takes_first_password(member_id text) returns boolean
language sql stable as $$
  select exists (
    select
    from users u
    join profiles p on p.id = u.id
    where u.id = member_id and u.password_proven_at is null and p.approval_status = 'pending' and not is_decided(u.id)
  )
$$;

comment on function takes_first_password is 'Whether a link that confirms the address may still set the password.';

create function set_sign_up_password(given_token_hash text, new_password_hash text) returns text
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
begin
  update users set email_confirmed_at = coalesce(email_confirmed_at, now())
  where id = member_id and takes_first_password(member_id);
  if not found then
    return null;
  end if;
  perform set_mailed_password(member_id, new_password_hash, given_token_hash);
  return member_id;
end
$$;

comment on function set_sign_up_password is
  'Confirms the address and replaces a password that was never proven; returns the member''s id. null when the link is not '
  'good, when the password is proven, or when somebody has decided about the account.';

create or replace function reset_password(given_token_hash text, new_password_hash text) returns text
language plpgsql as $$
declare
  member_id text;
begin
  -- The member first, then all that is theirs: two links of one member cannot wait for each other.
  select u.id into member_id
  from password_reset_tokens t
  join users u on u.id = t.user_id
  where t.token_hash = given_token_hash
  for update of u;

  update password_reset_tokens set used_at = now()
  where token_hash = given_token_hash and used_at is null and expires_at > now();
  if not found then
    return null;
  end if;
  perform set_mailed_password(member_id, new_password_hash, given_token_hash);
  return member_id;
end
$$;

-- Sign-ups that were never anybody's.

create function remove_sign_up(member_id text, even_confirmed boolean default false) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from users u
  join profiles p on p.id = u.id
  where u.id = member_id and p.approval_status = 'pending' and (even_confirmed or u.email_confirmed_at is null)
  for update;
  -- Looked up only now: somebody may have decided while we waited.
  if not found or is_decided(member_id) then
    return false;
  end if;

  delete from users where id = member_id;
  delete from outbox
  where (user_id = member_id or dedupe_key = 'registration_notice:' || member_id) and sent_at is null;
  return true;
end
$$;

comment on function remove_sign_up is
  'Removes an account that waits and that nobody ever decided about, with everything that is not told yet. False, and nothing '
  'done, for any other, and unless even_confirmed for one whose address is confirmed. Leaves no record: there was nobody.';

create function discard_sign_up(given_token_hash text) returns text
language plpgsql as $$
declare
  member_id constant text := hold_confirming_member(given_token_hash);
begin
  if member_id is not null then
    return case when remove_sign_up(member_id, even_confirmed => true) then 'sign_up' else 'decided' end;
  end if;

  perform
  from email_change_tokens t
  join users u on u.id = t.user_id
  where t.token_hash = given_token_hash
  for update of u;
  update email_change_tokens set ended_at = now()
  where token_hash = given_token_hash and used_at is null and ended_at is null and expires_at > now();
  return case when found then 'email_change' end;
end
$$;

comment on function discard_sign_up is
  'For the owner of a mailbox who did not ask: removes the sign-up, "sign_up", or ends the link of an e-mail change, '
  '"email_change". "decided", and nothing done, when somebody has decided about the account; null when the link is not good.';

create or replace function request_email_change(
  member_id text, proven_password_hash text, asked_email text, new_token text, new_token_hash text, lifetime interval
) returns boolean
language plpgsql as $$
declare
  member record;
begin
  select m.id, m.email, m.full_name into member
  from users u
  join members m on m.id = u.id
  where u.id = member_id and u.password_hash = proven_password_hash
  for update of u;
  if not found then
    return false;
  end if;

  perform end_email_changes(member_id);
  perform enqueue(
    'email_change_asked',
    'email_change_asked:' || new_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name)
  );
  if exists (
    select
    from users u
    join profiles p on p.id = u.id
    where u.email = asked_email
      and (u.email_confirmed_at is not null or p.approval_status <> 'pending' or is_decided(u.id))
  ) then
    perform write_nothing_as_slowly(new_token, new_token_hash, lifetime);
    return true;
  end if;

  insert into email_change_tokens (token_hash, user_id, new_email, expires_at)
  values (new_token_hash, member_id, asked_email, now() + lifetime);
  perform enqueue(
    'change_email',
    'change_email:' || new_token_hash,
    jsonb_build_object('to', asked_email, 'fullName', member.full_name, 'token', new_token),
    now() + lifetime
  );
  return true;
end
$$;

comment on function request_email_change is
  'Mails a link to the address asked for, unless somebody has confirmed it or was decided about with it, and word of it to '
  'the present one; earlier links of the member end. Nothing in the answer, its time or the mails tells whether the address '
  'is taken. False when the proven password is no longer theirs.';

create or replace function change_email(given_token_hash text) returns boolean
language plpgsql as $$
declare
  link email_change_tokens;
  member record;
begin
  select * into link from email_change_tokens
  where token_hash = given_token_hash and ended_at is null and expires_at > now();
  if not found then
    return false;
  end if;
  -- The members first, in the order in which everybody takes them, then all that is theirs.
  perform from users u where u.id = link.user_id or u.email = link.new_email order by u.id for update;
  select m.id, m.email, m.full_name into member
  from members m
  where m.id = link.user_id and m.approval_status = 'approved';
  select * into link from email_change_tokens where token_hash = given_token_hash and ended_at is null;
  if not found or member.id is null then
    return false;
  elsif link.used_at is not null then
    return true;
  end if;

  -- The mailbox is proven to be the member's; whoever only signed up with it never did that.
  perform remove_sign_up(u.id) from users u where u.email = link.new_email and u.id <> member.id;
  update users set email = link.new_email, email_confirmed_at = now() where id = member.id;
  update email_change_tokens set used_at = now() where token_hash = given_token_hash;
  perform end_email_changes(member.id);
  -- What was mailed to the old address opens nothing any more.
  update password_reset_tokens set used_at = now() where user_id = member.id and used_at is null;
  delete from email_confirmation_tokens where user_id = member.id;
  perform enqueue(
    'email_changed',
    'email_changed:' || given_token_hash,
    jsonb_build_object('to', member.email, 'fullName', member.full_name)
  );
  return true;
exception
  -- Whoever has the address by now keeps it.
  when unique_violation then
    return false;
end
$$;

comment on function change_email is
  'Makes the address that the link was sent to the account''s, once, and tells the old one; true also when this link has '
  'done so already. A sign-up with that address that nobody confirmed gives way. False when the link is unknown, expired or '
  'ended, or the address has become somebody else''s.';

-- Whoever leaves takes along what is theirs: the roster's entry of the address, and the one that admitted them.

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
  delete from roster where email = member.email or spent_user_id = member_id;
  delete from outbox where user_id = member_id and sent_at is null;
end
$$;

drop function sweep_rows(int);

create function sweep_rows(at_most int, unconfirmed_lifetime interval) returns table (kind text, removed int)
language plpgsql as $$
declare
  member_id text;
begin
  -- Rows that somebody holds are left for the next time: nobody waits for the sweep, and two sweeps share the work.
  kind := 'sign_ups';
  removed := 0;
  for member_id in
    select u.id
    from users u
    join profiles p on p.id = u.id
    where u.email_confirmed_at is null and u.created_at <= now() - unconfirmed_lifetime
      and p.approval_status = 'pending' and not is_decided(u.id)
    limit at_most
    for update skip locked
  loop
    removed := removed + remove_sign_up(member_id)::int;
  end loop;
  return next;

  delete from sessions where id in (
    select s.id from sessions s where s.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'sessions';
  get diagnostics removed = row_count;
  return next;

  delete from email_confirmation_tokens where token_hash in (
    select t.token_hash from email_confirmation_tokens t where t.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'confirmation_links';
  get diagnostics removed = row_count;
  return next;

  delete from sign_up_browsers where user_id in (
    select b.user_id from sign_up_browsers b where b.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'sign_up_browsers';
  get diagnostics removed = row_count;
  return next;

  delete from password_reset_tokens where token_hash in (
    select t.token_hash from password_reset_tokens t where t.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'reset_links';
  get diagnostics removed = row_count;
  return next;

  delete from email_change_tokens where token_hash in (
    select t.token_hash from email_change_tokens t where t.expires_at <= now() limit at_most for update skip locked
  );
  kind := 'change_links';
  get diagnostics removed = row_count;
  return next;

  delete from rate_limits where key in (
    select l.key from rate_limits l where l.forgotten_at <= now() and l.blocked_until <= now()
    limit at_most for update skip locked
  );
  kind := 'limits';
  get diagnostics removed = row_count;
  return next;

  -- As long as the cookie lives.
  delete from known_devices where id in (
    select d.id from known_devices d where d.known_since <= now() - interval '1 year' limit at_most for update skip locked
  );
  kind := 'browsers';
  get diagnostics removed = row_count;
  return next;

  -- What was told or given up is of no use after a quarter of a year, and holds addresses.
  delete from outbox where id in (
    select o.id from outbox o
    where o.created_at <= now() - interval '90 days'
      and (o.sent_at <= now() - interval '90 days' or o.dead_at <= now() - interval '90 days')
    limit at_most for update skip locked
  );
  kind := 'messages';
  get diagnostics removed = row_count;
  return next;
end
$$;

comment on function sweep_rows is
  'Deletes at most so many rows of each kind that mean nothing any more, and says how many: also accounts that nobody '
  'confirmed or decided about for that long. Any number may run at once.';

-- What administrators see of it.

create or replace function import_roster(file bytea, strict boolean default false, actor text default null)
returns table (line int, email text, name text, result text, problem text)
language plpgsql as $$
#variable_conflict use_column
declare
  outer_actor constant text := coalesce(current_setting('lanai.actor', true), '');
  entries jsonb;
  added text[] := '{}';
begin
  select jsonb_agg(jsonb_build_object('line', e.line, 'email', e.email, 'name', e.name, 'known', e.known,
    'problem', coalesce(e.problem, case when e.line > e.first_line then format('the same address is on line %s', e.first_line) end)
  ))
  into entries
  from (
    select r.*, exists (select from roster known where known.email = r.email) as known,
      min(r.line) filter (where r.problem is null) over (partition by r.email) as first_line
    from read_roster(file) r
  ) e;

  if not (strict and jsonb_path_exists(entries, '$[*].problem ? (@ != null)')) then
    perform set_config('lanai.actor', coalesce(nullif(actor, ''), outer_actor), true);
    with new as (
      insert into roster (email, name)
      select e.email, e.name
      from jsonb_to_recordset(entries) as e (email text, name text, problem text)
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
  from jsonb_to_recordset(entries) as e (line int, email text, name text, known boolean, problem text)
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

drop function list_pending(int, int);

create function list_pending(page int default 1, per_page int default 50)
returns table (
  email text, full_name text, signed_up_at timestamptz, email_confirmed boolean, on_roster boolean, roster_spent boolean,
  page int, pages int, waiting bigint
)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.email, p.full_name, u.created_at, u.email_confirmed_at is not null, r.email is not null, r.spent_at is not null,
    list_pending.page, ceil(total.waiting / list_pending.per_page::numeric)::int, total.waiting
  from (select count(*) as waiting from profiles where approval_status = 'pending') total
  cross join (
    select u.* from users u
    where exists (select from profiles p where p.id = u.id and p.approval_status = 'pending')
    order by u.created_at, u.email
    limit list_pending.per_page offset (list_pending.page - 1) * list_pending.per_page
  ) u
  join profiles p on p.id = u.id
  left join roster r on r.email = u.email
  order by u.created_at, u.email
$$;

comment on function list_pending is 'A page of those who wait for a decision, longest first. No row on a page that does not exist.';

drop function member_report(text);

create function member_report(member_email text)
returns table (
  email text, full_name text, approval_status text, signed_up_at timestamptz, email_confirmed_at timestamptz,
  password_proven_at timestamptz, sessions bigint, last_seen_at timestamptz, on_roster boolean, roster_name text,
  roster_spent_at timestamptz, has_picture boolean
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  member_id constant text := (select m.id from find_members(array[member_email]) m);
begin
  return query
  select u.email, p.full_name, p.approval_status, u.created_at, u.email_confirmed_at, u.password_proven_at,
    count(s.id) filter (where s.expires_at > now()), max(s.last_seen_at),
    r.email is not null, r.name, r.spent_at, p.avatar_url is not null
  from users u
  join profiles p on p.id = u.id
  left join roster r on r.email = u.email
  left join sessions s on s.user_id = u.id
  where u.id = member_id
  group by u.id, p.id, r.email;
end
$$;

comment on function member_report is 'What an administrator may know about one member. No secret is in it.';

create or replace function portal_stats() returns table (measure text, value text)
language sql stable security definer set search_path = public, pg_temp as $$
  with person as (
    select p.approval_status as status, u.email_confirmed_at is not null as confirmed, u.created_at
    from profiles p join users u on u.id = p.id
  ), people as (
    select count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'denied') as denied,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'pending' and confirmed) as pending_confirmed,
      min(created_at) filter (where status = 'pending') as longest,
      count(*) filter (where created_at > now() - interval '1 day') as today,
      count(*) filter (where created_at > now() - interval '7 days') as week
    from person
  ), visits as (
    select count(*) as sessions, count(distinct user_id) as signed_in,
      count(distinct user_id) filter (where last_seen_at > now() - interval '1 day') as seen
    from sessions where expires_at > now()
  ), expected as (
    select count(*) as expected, count(*) filter (where u.id is not null or r.spent_at is not null) as here,
      count(r.spent_at) as spent
    from roster r left join users u on u.email = r.email
  ), undelivered as (
    select count(*) filter (where dead_at is null) as waiting, count(*) filter (where dead_at is not null) as dead,
      min(created_at) filter (where dead_at is null) as oldest
    from outbox where sent_at is null
  )
  select line.measure, line.value
  from people, visits, expected, undelivered, lateral (values
    ('approved', approved::text),
    ('denied', denied::text),
    ('pending', pending::text),
    ('pending, address confirmed', pending_confirmed::text),
    ('waiting longest', coalesce(brief_age(longest), '-')),
    ('signed up in 24 h', today::text),
    ('signed up in 7 d', week::text),
    ('signed in now', signed_in || ' in ' || sessions || ' browsers'),
    ('seen in 24 h', seen::text),
    ('on the roster', expected::text),
    ('on the roster, signed up', here::text),
    ('on the roster, spent', spent::text),
    ('outbox, waiting', waiting::text),
    ('outbox, oldest', coalesce(brief_age(oldest), '-')),
    ('outbox, given up', dead::text)
  ) as line (measure, value)
$$;

-- The roster is decided with by its triggers alone, and looked at by administrators.

revoke execute on function
  spend_roster_rows(text[], text), list_pending(int, int), member_report(text)
from lanai_app;
grant execute on function list_pending(int, int), member_report(text) to lanai_admin;

select spend_roster_rows(array[u.email], u.id) from users u;
