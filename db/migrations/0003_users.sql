-- Accounts (credentials) and profiles (people).

create table users (
  id text primary key default gen_random_uuid()::text,
  email text not null
    constraint users_email_key unique
    constraint users_email_normalized check (email = normalize_email(email))
    constraint users_email_valid check (is_valid_email(email)),
  password_hash text
    constraint users_password_hash_is_argon2id check (password_hash like '$argon2id$%'),
  email_confirmed_at timestamptz,
  sign_up_browser_hash text
    constraint users_sign_up_browser_hash_is_sha256 check (sign_up_browser_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);

comment on table users is 'Credentials. To show a person, read the view members, which holds no secrets.';
comment on column users.password_hash is 'Argon2id in PHC notation; null until an invited person has chosen a password.';
comment on column users.email_confirmed_at is 'When the member proved that they own the mailbox; null until then. Confirming doesn''t approve.';
comment on column users.sign_up_browser_hash is
  'Hex SHA-256 of a cookie: in this browser the emailed link confirms without a click. null once confirmed.';

create table profiles (
  id text primary key references users on delete cascade,
  approval_status text not null default 'pending'
    constraint profiles_approval_status_check check (approval_status in ('pending', 'approved', 'denied')),
  full_name text
    constraint profiles_full_name_is_short check (char_length(full_name) <= 100)
    constraint profiles_full_name_is_clean check (full_name = clean_text(full_name)),
  avatar_url text,
  is_editor boolean not null default false,
  is_admin boolean not null default false,
  email_preferences text[] not null default '{weekly,deadlines,announcements}'
    constraint profiles_email_preferences_known check (email_preferences <@ '{weekly,deadlines,sessions,announcements}'),
  company text,
  role text,
  about text,
  website_url text
    constraint profiles_website_url_is_https check (website_url ~ '^https://\S+$'),
  contact text,
  shows_email boolean not null default false,
  shows_website boolean not null default false,
  shows_contact boolean not null default false,
  constraint profiles_text_is_short check (
    char_length(company) <= 80 and char_length(role) <= 40 and char_length(about) <= 160 and char_length(contact) <= 80
      and char_length(website_url) <= 300
  ),
  constraint profiles_text_is_clean check (
    company = clean_text(company) and role = clean_text(role) and about = clean_text(about) and contact = clean_text(contact)
  )
);

comment on table profiles is 'One row per user, inserted with it: the person and their approval status.';
comment on column profiles.approval_status is
  'Grants access, and is read at every request. A plain UPDATE is a full decision: a trigger records and announces it.';
comment on column profiles.is_editor is 'Whether they can use /edit while they are approved. Only administrators set it.';
comment on column profiles.is_admin is 'Whether they can use /people while they are approved. Only administrators set it.';
comment on column profiles.role is 'What they are in the programme, such as Founder or Mentor. It gives no rights.';
comment on column profiles.contact is 'Their phone number, or their name in a chat.';

create function register_member(new_email text, new_password_hash text, new_full_name text, browser_hash text default null)
returns text
language sql as $$
  with new_user as (
    insert into users (email, password_hash, sign_up_browser_hash)
    values (new_email, new_password_hash, browser_hash)
    returning id
  )
  insert into profiles (id, full_name) select new_user.id, clean_text(new_full_name) from new_user returning id
$$;

-- Lookup of addresses that administrators type.
create function find_members(emails text[]) returns table (nth bigint, id text, email text)
language plpgsql stable as $$
declare
  unknown constant text := (
    select string_agg(format('"%s"', input.email)
      || case when address ~ '@.*[^\u0001-\u007f]' then ' (write its domain as xn--…)' else '' end, ' or ' order by input.nth)
    from unnest(emails) with ordinality as input (email, nth), normalize_email(input.email) address
    where not exists (select from users u where u.email = address)
  );
begin
  if unknown is not null then
    raise exception 'No member has the email address %', unknown using errcode = 'no_data_found';
  end if;
  return query
  select min(input.nth), u.id, u.email
  from unnest(emails) with ordinality as input (email, nth)
  join users u on u.email = normalize_email(input.email)
  group by u.id, u.email
  order by 1;
end
$$;

comment on function find_members is 'The members with these addresses, each once, in the order given. An unknown address raises no_data_found (P0002).';

create function lock_people(person_ids text[]) returns void
language sql as $$
  select from users u join profiles p on p.id = u.id where u.id = any (person_ids) order by u.id for update
$$;

comment on function lock_people is
  'Locks these people in one order, the user''s row before the profile, so that no two functions deadlock. Called before anything '
  'else of theirs is locked or changed.';

create function lock_admins() returns void
language sql as $$
  select pg_advisory_xact_lock(hashtext('lanai.admins'))
$$;

comment on function lock_admins is
  'Serialises what may remove an administrator, so that no two remove each other. Called before any row is locked.';

create function actor_or_login(actor text) returns text
language sql stable
return coalesce(nullif(actor, ''), session_user);

-- While an administrator's deletion of the account is pending, the role stays in the profile, and counts again if that is cancelled.
create function set_role(emails text[], role_name text, is_granted boolean)
returns table (email text, full_name text, approval_status text, changed boolean)
language sql security definer set search_path = public, pg_temp as $$
  select lock_people(array(select m.id from find_members(emails) m));
  with before as (
    select f.email, p.*, is_granted <> case role_name when 'editor' then p.is_editor when 'admin' then p.is_admin end as is_changed
    from find_members(emails) f join profiles p on p.id = f.id order by f.nth
  ), changed as (
    update profiles p
    set is_editor = case role_name when 'editor' then is_granted else p.is_editor end,
      is_admin = case role_name when 'admin' then is_granted else p.is_admin end
    from before b where p.id = b.id and b.is_changed
  )
  select b.email, b.full_name, b.approval_status, b.is_changed from before b
$$;

-- The application may not write the approval status; administrators may also UPDATE it directly.
grant select, insert (id, email, password_hash, sign_up_browser_hash), update (email, password_hash, email_confirmed_at, sign_up_browser_hash)
on users to lanai_app;
grant select, insert (id, full_name), update (full_name, avatar_url, email_preferences, company, about, website_url, contact, shows_email, shows_website, shows_contact)
on profiles to lanai_app;
grant execute on function register_member, lock_admins to lanai_app;
grant select (id, email, email_confirmed_at, created_at) on users to lanai_admin;
grant select, update (approval_status, is_editor, is_admin) on profiles to lanai_admin;
grant execute on function find_members, set_role to lanai_admin;
