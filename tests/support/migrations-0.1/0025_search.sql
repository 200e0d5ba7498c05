-- One rule for every search of people, as in src/shared/search-text.ts.

create or replace function search_key(word text) returns text
language sql immutable as $$
  select replace(replace(replace(replace(translate(
    lower(regexp_replace(
      -- As an accent of its own, the acute would leave a space.
      normalize(translate(word, U&'\00b4\0384\1ffd', ''), NFKD),
      '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f''`\u00b7\u02b9-\u02bf\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78c\u2010-\u2015\u2212-]',
      '', 'g')),
    'łøđðıħŧŋƒɓɗƙƴəɛɔς', 'loddihtnfbdkyeeoσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

comment on function search_key is 'Text without case, accents, apostrophes and hyphens.';

create function has_words(given text, typed text) returns boolean
language sql immutable as $$
  select not exists (
    select from search_key(given) key, regexp_split_to_table(search_key(clean_text(typed)), '[\s,;]+') word
    where position(word in key) = 0
  )
$$;

comment on function has_words is 'Whether the text has each of the words, in any order.';

create or replace function find_people(part text) returns setof people
language sql stable security definer set search_path = public, pg_temp as $$
  select p.*
  from people p
  where has_words(concat_ws(E'\n', p.email, p.full_name, p.company, p.role), part)
  order by p.email
$$;
