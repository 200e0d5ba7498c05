-- What psql takes without a word: a variable that no script knows. The nearest one is named, and nothing was done.

\if :{?dryrun}
  select no_such_variable('dryrun', 'dry_run');
\endif
\if :{?dry}
  select no_such_variable('dry', 'dry_run');
\endif
\if :{?dryRun}
  select no_such_variable('dryRun', 'dry_run');
\endif
\if :{?mail}
  select no_such_variable('mail', 'email');
\endif
\if :{?e_mail}
  select no_such_variable('e_mail', 'email');
\endif
\if :{?emial}
  select no_such_variable('emial', 'email');
\endif
\if :{?address}
  select no_such_variable('address', 'email');
\endif
\if :{?mails}
  select no_such_variable('mails', 'emails');
\endif
\if :{?e_mails}
  select no_such_variable('e_mails', 'emails');
\endif
\if :{?addresses}
  select no_such_variable('addresses', 'emails');
\endif
\if :{?reasons}
  select no_such_variable('reasons', 'reason');
\endif
\if :{?why}
  select no_such_variable('why', 'reason');
\endif
\if :{?actors}
  select no_such_variable('actors', 'actor');
\endif
\if :{?who}
  select no_such_variable('who', 'actor');
\endif
\if :{?by}
  select no_such_variable('by', 'actor');
\endif
\if :{?forced}
  select no_such_variable('forced', 'force');
\endif
\if :{?skip}
  select no_such_variable('skip', 'skip_unknown');
\endif
\if :{?skipunknown}
  select no_such_variable('skipunknown', 'skip_unknown');
\endif
\if :{?all}
  select no_such_variable('all', 'all_confirmed');
\endif
\if :{?allconfirmed}
  select no_such_variable('allconfirmed', 'all_confirmed');
\endif
\if :{?confirmed}
  select no_such_variable('confirmed', 'all_confirmed');
\endif
