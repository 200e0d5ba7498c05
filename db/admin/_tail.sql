-- Ends the transaction of _head.sql.

\if :dry_run
rollback;
\echo 'Dry run: nothing was changed.'
\else
commit;
\endif
