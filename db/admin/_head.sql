-- Included by every script: defaults for variables, :emails as an array, and :end, which commits or rolls back.

\set ON_ERROR_STOP on
\set VERBOSITY terse
\set QUIET on
\pset footer off
\pset null ''
\if :{?email} \else \set email '' \endif
\if :{?emails} \else \set emails :email \endif
\if :{?name} \else \set name '' \endif
\if :{?reason} \else \set reason '' \endif
\if :{?actor} \else \set actor '' \endif
\if :{?force} \else \set force '' \endif
\if :{?keep} \else \set keep '' \endif
\if :{?dry_run}
  \set end rollback
  \warn 'Dry run: nothing is changed.'
\else
  \set end commit
\endif
select regexp_split_to_array(btrim(:'emails', E' \t\r\n,;'), '[\s,;]+') as emails \gset
