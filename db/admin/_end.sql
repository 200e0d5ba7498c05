-- What every script that changes something ends with: commit, or with -v dry_run=1 take it all back.

-- psql stops here, and the transaction with it; an error in what comes first would not stop a script.
\ir _typos.sql
\if :{?dry_run}
  rollback;
  \warn 'Dry run: all of this was taken back, nothing was changed.'
\else
  commit;
\endif
