-- Who there is: an account to sign in with, and what the programme knows about the person behind it.
--
-- One file for each noun, each thing in it written once. A released file is never edited: what changes later is a new
-- file, and there is only the way forward. What each role may do is at the end, in 0015_roles.sql.

create table users (
  id text primary key default gen_random_uuid()::text,
  email text not null
    constraint users_email_key unique
    constraint users_email_is_canonical check (email = lower(btrim(email)))
    constraint users_email_has_shape check (length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  password_hash text not null
    constraint users_password_hash_is_argon2id check (password_hash like '$argon2id$%'),
  email_confirmed_at timestamptz,
  password_proven_at timestamptz,
  created_at timestamptz not null default now()
);

create index users_created_at on users (created_at, email);
create index users_unconfirmed on users (created_at) where email_confirmed_at is null;

comment on table users is 'Credentials. Read by sign-in alone; everything else reads the view members, which holds no secret.';
comment on column users.id is 'Random. Every other table refers to a member by it.';
comment on column users.email is 'Trimmed and in lower case, so that one address is one account.';
comment on column users.password_hash is 'Argon2id in PHC notation, parameters included. Never leaves the sign-in code.';
comment on column users.email_confirmed_at is
  'When the address was proven to be theirs; null until then. Confirming approves nobody whose password is not proven.';
comment on column users.password_proven_at is
  'When the person at the mailbox was seen to be the one who knows the password; null until then. The roster needs it '
  'besides the confirmed address: anybody can sign up with anybody''s address.';
comment on column users.created_at is 'When they signed up.';

create table profiles (
  id text primary key references users on delete cascade,
  approval_status text not null default 'pending'
    constraint profiles_approval_status_check check (approval_status in ('pending', 'approved', 'denied')),
  full_name text,
  avatar_url text,
  updated_at timestamptz not null default now()
);

create index profiles_pending on profiles (id) where approval_status = 'pending';

comment on table profiles is 'One row per user, written together with it: the person and whether they are let in.';
comment on column profiles.id is 'The user''s id.';
comment on column profiles.approval_status is
  'The one fact that opens the portal. Read again at every request, so a change takes effect at once. '
  'A plain UPDATE is a full decision: triggers do what must follow from it.';
comment on column profiles.full_name is 'As the person wrote it, without bound; null when not given.';
comment on column profiles.avatar_url is 'A path of this site; null when there is no picture.';
comment on column profiles.updated_at is 'When the row was last changed; kept by trigger.';

create view members as
  select u.id, u.email, p.full_name, p.avatar_url, p.approval_status
  from users u
  join profiles p on p.id = u.id;

comment on view members is 'A user and their profile without the password hash: what the gate and the pages may know.';

create view pending_members as
  select u.email, p.full_name, u.created_at as signed_up_at, u.email_confirmed_at is not null as email_confirmed
  from profiles p
  join users u on u.id = p.id
  where p.approval_status = 'pending'
  order by u.created_at, u.email;

comment on view pending_members is 'Who waits for a decision, longest first.';

create function touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;

comment on function touch_updated_at is 'Trigger: keeps updated_at.';

create trigger profiles_touch_updated_at
before update on profiles
for each row execute function touch_updated_at();

create function register_member(new_email text, new_password_hash text, new_full_name text) returns text
language sql as $$
  with new_user as (
    insert into users (email, password_hash) values (new_email, new_password_hash) returning id
  )
  insert into profiles (id, full_name) select new_user.id, new_full_name from new_user returning id
$$;

comment on function register_member is
  'Writes the account and its pending profile in one statement, both or neither, and returns the new id. '
  'A taken address violates users_email_key.';

create function find_members(emails text[]) returns table (nth bigint, id text, email text)
language plpgsql stable as $$
declare
  unknown constant text[] := array(
    select format('"%s"', given.email)
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

comment on function find_members is 'Who these addresses belong to, each once, in the order given. An unknown one is an error (P0002).';
