-- Included by every script: stops at the first error, begins a transaction that :end commits or rolls back, defaults variables
-- to '', and splits :emails.

\set ON_ERROR_STOP on
\set QUIET on
\set VERBOSITY terse
\if :{?email} \else \set email '' \endif
\if :{?emails} \else \set emails :email \endif
\if :{?name} \else \set name '' \endif
\if :{?reason} \else \set reason '' \endif
\if :{?actor} \else \set actor '' \endif
\if :{?force} \else \set force '' \endif
\if :{?dry_run} \set end rollback \else \set end commit \endif
select regexp_split_to_array(btrim(:'emails', E' \t\r\n,;'), '[\s,;]+') as emails \gset
begin;
