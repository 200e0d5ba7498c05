-- An address on the roster is the one its person signs up with: brought into the same form, and refused by name when the form
-- for signing up would refuse it. Else its person waits on the first day, and nothing says why.

create or replace function read_roster(file bytea)
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
