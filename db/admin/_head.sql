-- Included by the scripts that decide. Splits the addresses into :addresses, refuses what isn't
-- clear, and begins the transaction that _tail.sql commits, or rolls back with dry_run.

\set QUIET on
\set VERBOSITY terse
\pset pager off
\if :{?email} \else \set email '' \endif
\if :{?emails} \else \set emails '' \endif
\if :{?name} \else \set name '' \endif
\if :{?reason} \else \set reason '' \endif
\if :{?actor} \else \set actor '' \endif
\if :{?force} \else \set force '' \endif
\if :{?dryrun} \set dry_run :dryrun \endif
\if :{?dry_run} \else \set dry_run 0 \endif

select array_remove(regexp_split_to_array(clean_text(:'email' || ' ' || :'emails'), '[\s,;]+'), '') as addresses \gset

begin;
select set_config('lanai.refusal', case
    when :'email' <> '' and :'emails' <> '' then 'Give email or emails, not both'
    when :'addresses'::text[] = '{}' then 'No address is given: add -v email=someone@example.org, or -v emails=…'
    when :'email' <> '' and cardinality(:'addresses'::text[]) > 1 then 'email is one address: use emails for several'
    when :'force' not in ('', '0', '1') then 'force is 1, or left out'
    when :'dry_run' not in ('0', '1') then 'dry_run is 1, or left out'
    else ''
  end, true) as refusal \gset
do $$
begin
  if current_setting('lanai.refusal') <> '' then
    raise exception '%', current_setting('lanai.refusal');
  end if;
end
$$;
