-- A portal of 0.1 that people use: every table has rows. Tokens are words, which are stored as hashes.

-- People in every status.
select sign_up(name || '@example.org', '$argon2id$' || name, initcap(name), sha256_hex('browser of ' || name), '1 day')
from unnest('{unconfirmed,waiting,kai,noe,pua,denied,undone,removed,leaving,staying,moving,moved}'::text[]) name;
update users set email_confirmed_at = now(), sign_up_browser_hash = null where email <> 'unconfirmed@example.org';
select * from decide_memberships(
  array(select name || '@example.org' from unnest('{kai,noe,pua,removed,leaving,staying,moving,moved}'::text[]) name), 'approved', 'Founders', 'leilani'
);
select * from decide_memberships('{denied@example.org,undone@example.org}', 'denied', 'Not in this cohort', 'leilani');
select * from undo_decisions('{undone@example.org}', 'Wrong person', 'leilani');
select * from set_role('{noe@example.org}', 'admin', true);
select * from set_role('{pua@example.org}', 'editor', true);
select * from invite(
  '[{"email": "invited@example.org", "name": "Ana", "company": "Kona"}, {"email": "joined@example.org", "company": "Kona"}, {"email": "expired@example.org"}]',
  'noe@example.org'
);
update users set password_hash = '$argon2id$joined', email_confirmed_at = now() where email = 'joined@example.org';
update invitations i set came_at = now() from users u where u.id = i.user_id and u.email = 'joined@example.org';
update invitations i set expires_at = now() - interval '1 day' from users u where u.id = i.user_id and u.email = 'expired@example.org';
update profiles p set avatar_url = '/avatars/kai.webp', about = 'Sails', link = 'https://example.org', handle = '@kai', shows_email = true,
  wanted_mail = '{weekly,deadlines,sessions,announcements}'
from users u where u.id = p.id and u.email = 'kai@example.org';
select * from describe_people('{kai@example.org}', 'Tide', 'Founder', 'noe@example.org');
update profiles p set company = 'Their own word' from users u where u.id = p.id and u.email = 'pua@example.org';

-- Sessions, known browsers, calendars, limits.
insert into sessions (id, user_id, expires_at, user_agent, zone)
select sha256_hex(sha256_hex('session of ' || u.email)), u.id, now() + interval '30 days', 'Firefox', 'Pacific/Honolulu'
from users u where u.password_hash is not null;
insert into known_devices (id, user_id) select sha256_hex('device of ' || u.email), u.id from users u;
insert into calendar_feeds (token_hash, user_id) select sha256_hex('feed of ' || u.email), u.id from users u;
select take_attempt(sha256_hex('sign-in/' || n), 3, '15 minutes', '1 hour') from generate_series(1, 4) n, generate_series(1, n);

-- Links: open, used, to all members, and changes of address that a member or an administrator asked for.
select request_link('reset_password', 'kai@example.org', '1 hour');
select new_link('end_weekly', u.id, '90 days') from users u where u.email = 'kai@example.org';
select request_email_change(u.id, u.password_hash, 'own@example.net', '24 hours') from users u where u.email = 'moving@example.org';
select * from send_email_change('moved@example.org', 'lost@example.net');
select * from schedule_deletions('{removed@example.org}', 'noe@example.org');
select * from request_deletion((select id from users where email = 'leaving@example.org'), '$argon2id$leaving', '', repeat('d', 64), '1 day');
select * from request_deletion((select id from users where email = 'staying@example.org'), '$argon2id$staying', '', repeat('e', 64), '1 day');
update account_deletions set kept_at = now() where user_id = (select id from users where email = 'staying@example.org');
select record_bounce('pua@example.org', 'broadcast', 'HardBounce', now());

-- What members have watched, written and done, and what forms have sent.
insert into video_progress (user_id, video, position_seconds, duration_seconds, played_at, watched, marked_at)
select u.id, 'cohort-17/week-' || n || '/video', n, 600, now() - n * interval '1 hour', n % 2 = 0, now()
from users u, generate_series(1, 5) n where u.password_hash is not null;
insert into notes (user_id, id, video, title, fragment, seconds, text)
select u.id, gen_random_uuid(), 'cohort-17/week-1/video', 'A video', 'a-video', n, 'A note; ʻokina, 張, 🌺' from users u, generate_series(1, 3) n;
select add_form_address(name, 'noe@example.org') from unnest('{Typeform,Tally}'::text[]) name;
update form_addresses set used_at = now() where name = 'Tally';
insert into form_senders (email, user_id) select 'kai@work.example', id from users where email = 'kai@example.org';
insert into unmatched_submissions (email, event, day) values ('stranger@example.net', 'update', '2026-06-04'), ('a@b.co, c@d.co', 'update', '2026-06-11');
insert into deadline_ticks (user_id, event, day, is_done, told_at, told_by)
select u.id, 'update', day::date, n <> 2, now() - n * interval '1 day', case n when 3 then 'form' else 'member' end
from users u, unnest('{2026-06-04,2026-06-11,2026-06-18}'::text[]) with ordinality as days (day, n) where u.email ~ '^(kai|noe|joined)@';

-- Mail of every kind and in every state.
insert into mailings (name) values ('weekly 2026-06-01'), ('due/update/2026-06-04 asked');
insert into outbox (kind, dedupe_key, payload, user_id, expires_at)
select 'mailing', 'weekly 2026-06-01 ' || id, jsonb_build_object('userId', id, 'mailing', 'weekly', 'item', '', 'at', 1780300800000), id, now() + interval '2 days'
from users where email ~ '^(kai|noe)@';
select enqueue('password_changed', 'password_changed:' || email, jsonb_build_object('to', email, 'fullName', 'Leilani'), member_id => id) from users;
select enqueue('reactivate_address', 'reactivate_address:' || id, jsonb_build_object('to', email), member_id => id) from users where email ~ '^kai@';
update outbox set sent_at = now(), payload = null, attempts = 1, provider_id = 'provider''s' where dedupe_key = 'password_changed:noe@example.org';
update outbox set sent_at = now(), payload = null, attempts = 1, last_error = 'not_wanted' where dedupe_key = 'password_changed:pua@example.org';
update outbox set dead_at = now(), attempts = 8, last_error = 'postmark_300' where dedupe_key = 'password_changed:denied@example.org';
update outbox set attempts = 1, last_error = 'down', next_attempt_at = now() where dedupe_key = 'password_changed:kai@example.org';
update outbox set attempts = 1, locked_until = now() - interval '1 second' where dedupe_key = 'password_changed:waiting@example.org';
insert into scheduled_runs (name, ended_at) values ('sweep', now()), ('deliver-outbox', now());

-- What the last migrations of 0.1 added.
do $$
begin
  if to_regclass('submission_ids') is not null then
    insert into matched_submissions (user_id, event, day, email, was_ticked)
    select id, 'update', '2026-06-18', 'kai@work.example', true from users where email = 'kai@example.org';
    insert into submission_ids (id_hash, day) values (sha256_hex('an answer'), '2026-06-18');
    update scheduled_runs set kept = 12, released = 12 where name = 'sweep';
    perform mail_link('restore_email', id, '7 days', 'before@example.net') from users where email = 'kai@example.org';
  end if;
end
$$;
