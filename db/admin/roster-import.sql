-- Puts the people of a CSV file on the roster: whoever of them proves address and password is approved by the system.
--
--   psql "$DATABASE_URL" -f db/admin/roster-import.sql < roster.csv
--   psql "$DATABASE_URL" -v file=roster.csv -f db/admin/roster-import.sql
--
-- One person a line, UTF-8; the heading is optional, and commas, semicolons or tabs separate. Optional: -v strict=1 adds
-- nobody when a line cannot be used, -v actor='Leilani' is kept with the roster, -v dry_run=1 takes it back.
--
-- Prints what became of every line. Lines that cannot be used are named and left out; with strict they make the script
-- fail after it has named them (exit status 3). Running it again adds nobody.

\ir _head.sql
\if :{?strict}
\else
  \set strict ''
\endif
-- As Base64 any file passes through psql unread; psql itself quotes the name for the shell. A file that cannot be read
-- becomes what is no Base64, so that the script fails.
\if :{?roster}
\else
  \if :{?file}
    \set roster `base64 < :'file' || echo '*'`
  \else
    \set roster `base64`
  \endif
\endif
begin;
select line, email, name, result, problem as why
from import_roster(decode(:'roster', 'base64'), :'strict' = '1', :'actor');
call refuse_bad_roster(decode(:'roster', 'base64'), :'strict' = '1');
\ir _end.sql
