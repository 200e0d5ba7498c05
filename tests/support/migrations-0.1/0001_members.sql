-- Accounts (credentials) and profiles (people). One file for each noun; privileges are in 0016_roles.sql. Never edit a
-- released file: add a new one.

-- The rules for addresses and names at every door, as in src/shared/people/person.ts.

create function clean_text(typed text) returns text
language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(typed,
    '[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0]', '', 'g'),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'),
    U&' \200c\200d')
$$;

comment on function clean_text is
  'Removes invisible characters and turns white space, control characters and line breaks into single spaces.';

-- Its body is parsed here, so that a restore, which has no search path, finds the other function.
create function canonical_address(typed text) returns text
language sql immutable
return lower(normalize(clean_text(typed), NFKC) collate "C");

create function is_mail_address(address text) returns boolean
language sql immutable as $$
  -- Without lookarounds, in which PostgreSQL is thirty times as slow: a list has five hundred.
  select length(address) <= 254
    and address !~ '^[^@]{65}'
    and address ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(xn--[a-z0-9-]{1,59}|[a-z]{2,63})$'
    and address !~ '\.(csv|tsv|tab|txt|xlsx?|ods|numbers)$'
$$;

comment on function is_mail_address is
  'Whether the sign-in form accepts this canonical address. The form also converts a domain such as bücher.example to '
  'xn--bcher-kva.example; SQL doesn''t, so write such a domain as xn--….';

create table users (
  id text primary key default gen_random_uuid()::text,
  email text not null
    constraint users_email_key unique
    constraint users_email_is_canonical check (email = canonical_address(email))
    constraint users_email_has_shape check (is_mail_address(email)),
  password_hash text
    constraint users_password_hash_is_argon2id check (password_hash like '$argon2id$%'),
  email_confirmed_at timestamptz,
  sign_up_browser_hash text
    constraint users_sign_up_browser_hash_is_sha256 check (sign_up_browser_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);

comment on table users is 'Credentials. Only sign-in reads this table; everything else reads the view members, which holds no secrets.';
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
  wanted_mail text[] not null default '{weekly,deadlines,announcements}'
    constraint profiles_wanted_mail_is_known check (wanted_mail <@ '{weekly,deadlines,sessions,announcements}'),
  company text,
  role text,
  about text,
  link text
    constraint profiles_link_is_https check (link ~ '^https://\S+$'),
  handle text,
  shows_email boolean not null default false,
  shows_link boolean not null default false,
  shows_handle boolean not null default false,
  constraint profiles_words_are_short check (
    char_length(company) <= 80 and char_length(role) <= 40 and char_length(about) <= 160 and char_length(handle) <= 80
      and char_length(link) <= 300
  ),
  constraint profiles_words_are_clean check (
    company = clean_text(company) and role = clean_text(role) and about = clean_text(about) and handle = clean_text(handle)
  )
);

comment on table profiles is 'One row per user, inserted with it: the person and their approval status.';
comment on column profiles.approval_status is
  'Grants access, and is read at every request. A plain UPDATE is a full decision: a trigger records and announces it.';
comment on column profiles.is_editor is 'Whether they can use /edit while they are approved. Only administrators set it.';
comment on column profiles.is_admin is 'Whether they can use /people while they are approved. Only administrators set it.';
comment on column profiles.role is 'What they are in the programme, such as Founder or Mentor. It gives no rights.';
comment on column profiles.handle is 'Their phone number, or their name in a chat.';

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
    select string_agg(format('"%s"', given.email)
      || case when address ~ '@.*[^\u0001-\u007f]' then ' (write its domain as xn--…)' else '' end, ' or ' order by given.nth)
    from unnest(emails) with ordinality as given (email, nth), canonical_address(given.email) address
    where not exists (select from users u where u.email = address)
  );
begin
  if unknown is not null then
    raise exception 'No member has the email address %', unknown using errcode = 'no_data_found';
  end if;
  return query
  select min(given.nth), u.id, u.email
  from unnest(emails) with ordinality as given (email, nth)
  join users u on u.email = canonical_address(given.email)
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

create function actor_or_login(actor text) returns text
language sql stable
return coalesce(nullif(actor, ''), session_user);
