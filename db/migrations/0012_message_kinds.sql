-- What else people are told: of changes to their own account and, administrators, of those who signed up.

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (
    kind in (
      'confirm_email', 'reset_password', 'password_changed', 'membership_decided', 'user_registered',
      'change_email', 'email_change_asked', 'email_changed', 'deletion_requested', 'registration_notice'
    )
  );
