-- Rules for text: addresses and names, as in src/shared/people/person.ts, and the search of people, as in src/shared/search-text.ts.

create function clean_text(typed text) returns text
language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(typed,
    '[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0]', '', 'g'),
    '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'),
    U&' \200c\200d')
$$;

comment on function clean_text is
  'Removes invisible characters and turns white space, control characters and line breaks into single spaces.';

-- The body isn't a string, so that PostgreSQL resolves clean_text now: a restore runs without a search path.
create function normalize_email(typed text) returns text
language sql immutable
return lower(normalize(clean_text(typed), NFKC) collate "C");

create function is_valid_email(address text) returns boolean
language sql immutable as $$
  -- Without lookarounds, with which PostgreSQL takes thirty times as long: an import may have 500 addresses.
  select length(address) <= 254
    and address !~ '^[^@]{65}'
    and address ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(xn--[a-z0-9-]{1,59}|[a-z]{2,63})$'
    and address !~ '\.(csv|tsv|tab|txt|xlsx?|ods|numbers)$'
$$;

comment on function is_valid_email is
  'Whether the sign-in form accepts this canonical address. The form also converts a domain such as bücher.example to '
  'xn--bcher-kva.example; SQL doesn''t, so write such a domain as xn--….';

create function search_key(word text) returns text
language sql immutable as $$
  select case
    -- For ASCII this is the same, in a tenth of the time.
    when octet_length(word) = char_length(word) then lower(translate(word, '''`-', ''))
    else replace(replace(replace(replace(translate(
      lower(regexp_replace(
        -- NFKD splits a spacing acute into a space and an accent, so these are removed before.
        normalize(translate(word, U&'\00b4\0384\1ffd', ''), NFKD),
        '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f''`\u00b7\u02b9-\u02bf\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78c\u2010-\u2015\u2212-]',
        '', 'g')),
      'łøđðıħŧŋƒɓɗƙƴəɛɔς', 'loddihtnfbdkyeeoσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;

comment on function search_key is 'Text without case, accents, apostrophes and hyphens.';

create function search_patterns(query text) returns text[]
language sql immutable as $$
  select array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(search_key(clean_text(query)), '[\s,;]+') word
    where word <> ''
  )
$$;

comment on function search_patterns is
  'The words of a search as patterns for LIKE. A statement calls it once, and matches_search for each row.';

create function matches_search(content text, patterns text[]) returns boolean
language sql immutable as $$
  select patterns = '{}' or search_key(content) like all (patterns)
$$;

comment on function matches_search is 'Whether the text has each of the words, in any order.';

create function typo_patterns(query text) returns text[]
language sql immutable as $$
  select array(
    select '(^|\s)(' || string_agg(
      array_to_string(letters[:kept], '') || '.?' || array_to_string(letters[kept + 1 + left_out:], ''), '|'
    ) || ')(\s|$)'
    from regexp_split_to_table(search_key(clean_text(query)), '[\s,;]+') word,
      lateral (
        select array_agg(regexp_replace(letter, '([].*+?^$(){}|\\[])', '\\\1') order by nth) as letters
        from regexp_split_to_table(word, '') with ordinality as split (letter, nth)
      ) escaped,
      generate_series(0, length(word)) kept, generate_series(0, 1) left_out
    where word <> ''
    group by word
  )
$$;

comment on function typo_patterns is
  'The words of a search as regular expressions for a search key: each matches a word that has at most one letter wrong, missing or '
  'too many.';

create function sha256_hex(secret text) returns text
language sql immutable as $$
  select encode(sha256(convert_to(secret, 'UTF8')), 'hex')
$$;

grant execute on function clean_text, normalize_email, is_valid_email, search_key, search_patterns, matches_search, typo_patterns,
  sha256_hex
to lanai_app;
grant execute on function clean_text, normalize_email, search_key to lanai_admin;
