-- Included by the scripts that decide. Splits the addresses into :addresses, and begins the transaction that
-- _tail.sql commits, or rolls back with dry_run.

\set QUIET on
\set VERBOSITY terse
\pset pager off
\if :{?email} \else \set email '' \endif
\if :{?emails} \else \set emails '' \endif
\if :{?name} \else \set name '' \endif
\if :{?reason} \else \set reason '' \endif
\if :{?actor} \else \set actor '' \endif
\if :{?force} \else \set force 0 \endif
\if :{?dry_run} \else \set dry_run 0 \endif

select array_remove(regexp_split_to_array(clean_text(:'email' || ' ' || :'emails'), '[\s,;]+'), '') as addresses \gset

begin;
