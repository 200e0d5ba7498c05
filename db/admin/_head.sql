-- What every script begins with. Not to be called by itself.

\set ON_ERROR_STOP on
\set VERBOSITY terse
\set QUIET on
\pset footer off
\pset null ''
\if :{?email}
\else
  \set email ''
\endif
\if :{?emails}
\else
  \set emails ''
\endif
\if :{?reason}
\else
  \set reason ''
\endif
\if :{?actor}
\else
  \set actor ''
\endif
\if :{?force}
\else
  \set force ''
\endif
\if :{?skip_unknown}
\else
  \set skip_unknown ''
\endif
