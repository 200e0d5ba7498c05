import { Link } from 'react-email'
import { HOME_PATH } from '#src/shared/paths.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { offsetAt } from '#src/shared/zoned-instant.ts'
import { cityOf, toZoned } from '#src/shared/zoned-time.ts'
import { ActionButton, MailFrame, Paragraph, type Programme } from './mail-frame.tsx'
import type { ReminderMail } from './mails.ts'
import { styles } from './styles.ts'

/** Reminds a member of a deadline that they haven't ticked, in the programme's time. */
export function Reminder({ siteUrl, endLink, ...reminder }: ReminderProps) {
  const { fullName, page, programme } = reminder
  const { subject, preview, sentence } = reminderTexts(reminder, programme)
  const endsReminders = (
    <Link className="lagoon" style={styles.link} href={endLink}>
      Turn off reminders
    </Link>
  )
  return (
    <MailFrame
      preview={preview}
      title={subject}
      fullName={fullName}
      programme={programme}
      reason={
        <>
          You’re receiving this because you’re a member of {programme.program}. {endsReminders}
        </>
      }
    >
      <Paragraph>{sentence}</Paragraph>
      <ActionButton label={page ? 'Do it now' : 'See what’s due'} link={siteUrl + (page ?? HOME_PATH)} />
      <Paragraph>Done already? Tick it on the home page, and we won’t remind you of it again.</Paragraph>
    </MailFrame>
  )
}

/** 'Weekly Update is due tomorrow, Thursday, June 5, at 5:30 PM in Honolulu.' */
export function reminderTexts({ title, dueAt, now }: Due, { timezone }: Programme) {
  const zoned = (moment: number) => toZoned(moment, offsetAt(moment, timezone) / MINUTE_MS)
  const due = zoned(dueAt)
  const subject = `${title} is due ${due.day === zoned(now).day ? 'today' : 'tomorrow'}`
  const clock = due.clock.replace('\u202f', ' ')
  const moment = `${due.weekday}, ${due.month} ${due.date}, at ${clock} in ${cityOf(timezone)}.`
  return { subject, preview: moment, sentence: `${subject}, ${moment}` }
}

type Due = Pick<ReminderMail, 'title' | 'dueAt' | 'now'>

interface ReminderProps extends Omit<ReminderMail, 'kind' | 'to' | 'token'> {
  siteUrl: string
  endLink: string
  programme: Programme
}
