-- What every script that changes something ends with: commit, or with -v dry_run=1 take it all back.

\if :{?dry_run}
  rollback;
  \warn 'Dry run: all of this was taken back, nothing was changed.'
\else
  commit;
\endif
