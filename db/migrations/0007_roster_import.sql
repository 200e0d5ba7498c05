-- Reading a file that somebody made with a spreadsheet, as bytes: converting encodings is not to be had in every
-- PostgreSQL, the embedded one has none.

create function lines_of(file bytea) returns setof bytea
language sql immutable as $$
  select decode(line, 'escape')
  from regexp_split_to_table(encode(file, 'escape'), '\r\n|\n|\r') with ordinality as split (line, nth)
  order by nth
$$;

comment on function lines_of is 'The lines of a file without their ends, however it ends them.';

create function read_utf8(line bytea) returns text
language plpgsql immutable as $$
begin
  return convert_from(line, 'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
  return null;
end
$$;

comment on function read_utf8 is 'The text; null when these bytes are not UTF-8.';

create function split_csv(line text, delimiter text) returns text[]
language plpgsql immutable as $$
declare
  field constant text := '("(?:[^"]|"")*"|(?:[^"' || delimiter || '][^' || delimiter || ']*)?)' || delimiter;
begin
  if line || delimiter !~ ('^(?:' || field || ')+$') then
    return null;
  end if;
  return array(
    select btrim(replace(regexp_replace(match[1], '^"(.*)"$', '\1'), '""', '"'), E' \t\u00a0')
    from regexp_matches(line || delimiter, field, 'g') as match
  );
end
$$;

comment on function split_csv is 'The fields of one line; null when a quotation mark in it is not closed.';

create function read_roster(file bytea)
returns table (line int, email text, name text, problem text)
-- With the owner's rights: whoever may read a roster needs no right on the functions it is read with.
language plpgsql immutable security definer set search_path = public, pg_temp as $$
declare
  longest_line constant int := 10000;
  -- Marks of direction, joiners and spaces without width, which come along when an address is copied.
  invisible constant text := '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]';
  -- As the form for signing up has it (src/shared/forms.ts).
  can_sign_up constant text :=
    '^([a-z0-9_''+-]+\.)*[a-z0-9_''+-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$';
  delimiter text;
  email_at int;
  name_at int;
  first_name_at int;
  last_name_at int;
  raw bytea;
  text_line text;
  fields text[];
  heading text[];
begin
  if position('\x00'::bytea in file) > 0 then
    return query select 1, null::text, null::text, 'this file is not UTF-8 text: save it as "CSV UTF-8"';
    return;
  end if;
  line := 0;
  for raw in select lines_of(file) loop
    line := line + 1;
    email := null;
    name := null;
    problem := null;
    if length(raw) > longest_line then
      problem := format('the line is too long: %s bytes', length(raw));
      return next;
      continue;
    end if;
    text_line := read_utf8(raw);
    continue when btrim(text_line, E' \t,;"') = '';
    if text_line is null then
      problem := 'the line is not UTF-8: save the file as "CSV UTF-8"';
      return next;
      continue;
    end if;
    text_line := ltrim(text_line, E'\ufeff');
    delimiter := coalesce(delimiter, (array[',', ';', E'\t'])[1 + case
      when position(E'\t' in text_line) > 0 then 2
      when position(';' in text_line) > 0 and (position(',' in text_line) = 0 or text_line ~ '^[^,]*;') then 1
      else 0
    end]);
    fields := split_csv(text_line, delimiter);
    if fields is null then
      problem := 'a quotation mark is not closed on its line';
      return next;
      continue;
    end if;

    if heading is null then
      heading := array(select regexp_replace(lower(f), '[^a-z]', '', 'g') from unnest(fields) f);
      email_at := coalesce(array_position(heading, 'email'), array_position(heading, 'emailaddress'),
        array_position(heading, 'mail'), array_position(heading, 'mailaddress'));
      if email_at is not null and position('@' in text_line) = 0 then
        name_at := coalesce(array_position(heading, 'name'), array_position(heading, 'fullname'),
          array_position(heading, 'founder'), array_position(heading, 'displayname'));
        first_name_at := coalesce(array_position(heading, 'firstname'), array_position(heading, 'givenname'));
        last_name_at := coalesce(array_position(heading, 'lastname'), array_position(heading, 'surname'),
          array_position(heading, 'familyname'));
        continue;
      end if;
      -- No heading: the column that holds an address, and the first other one.
      email_at := coalesce((select n from unnest(fields) with ordinality as f (value, n)
        where value like '%@%' limit 1), 1);
      name_at := case when email_at = 1 then 2 else 1 end;
    end if;

    email := coalesce(lower(btrim(regexp_replace(normalize(fields[email_at], nfkc), invisible, '', 'g'))), '');
    name := nullif(coalesce(
      nullif(fields[name_at], ''),
      concat_ws(' ', nullif(fields[first_name_at], ''), nullif(fields[last_name_at], ''))
    ), '');
    problem := case
      when email = '' then 'there is no e-mail address'
      when email ~ '^[=+@-]' then format('"%s" is a formula, not an e-mail address', left(email, 60))
      when not is_mail_address(email) then format('"%s" is not an e-mail address', left(email, 60))
      when email !~ can_sign_up then
        format('nobody can sign up with "%s": only letters without accents, digits and . _ + - '' may be in it', left(email, 60))
      when name ~ '^[=+@-]' then format('"%s" is a formula, not a name', left(name, 60))
      when length(name) > 200 then format('the name is too long: %s characters', length(name))
    end;
    return next;
  end loop;
end
$$;

comment on function read_roster is
  'The people in a CSV file, one a line, each with what is wrong with that line. The heading is optional; its names may '
  'vary; the separator is a comma, a semicolon or a tab.';

create function import_roster(file bytea, strict boolean default false, actor text default null)
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

comment on function import_roster is
  'Adds the people of a CSV file and says for every line what became of it. Bad lines are left out; with strict, one '
  'bad line keeps all of them out. Adding somebody again changes nothing.';

-- A script that imports strictly fails when nobody was added, after it has named the lines.

create procedure refuse_bad_roster(file bytea, strict boolean)
language plpgsql as $$
begin
  if strict and exists (select from import_roster(file, true) where problem is not null) then
    raise exception 'Some lines cannot be used, and strict is set: nobody was added' using errcode = 'data_exception';
  end if;
end
$$;

comment on procedure refuse_bad_roster is
  'Fails when a strict import has refused the file. To be called after import_roster: then it adds nobody either.';
