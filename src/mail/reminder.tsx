import { Link } from 'react-email'
import { HOME_PATH } from '#src/shared/paths.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { offsetAt } from '#src/shared/zoned-instant.ts'
import { cityOf, toZoned } from '#src/shared/zoned-time.ts'
import { ActionButton, MailFrame, Paragraph, type Programme } from './mail-frame.tsx'
import type { ReminderMail } from './mails.ts'
import { styles } from './styles.ts'

/** Reminds a member of a deadline that they haven't ticked, in the programme's time. */
export function Reminder({ reminder, siteUrl, endLink, programme }: ReminderProps) {
  const { subject, moment } = reminderTexts(reminder, programme)
  const { fullName, page } = reminder
  const reason = (
    <>
      You’re receiving this because you’re a member of {programme.program}.{' '}
      <Link className="lagoon" style={styles.link} href={endLink}>
        Turn off reminders
      </Link>
    </>
  )
  return (
    <MailFrame preview={moment} title={subject} fullName={fullName} programme={programme} reason={reason}>
      <Paragraph>{`${subject}, ${moment}`}</Paragraph>
      <ActionButton label={page ? 'Do it now' : 'See what’s due'} link={siteUrl + (page ?? HOME_PATH)} />
      <Paragraph>Done already? Tick it on the home page, and we won’t remind you of it again.</Paragraph>
    </MailFrame>
  )
}

/** 'Weekly Update is due tomorrow' and 'Thursday, June 5, at 5:30 PM in Honolulu.' */
export function reminderTexts({ title, dueAt, now }: ReminderMail, { timezone }: Programme) {
  const zoned = (moment: number) => toZoned(moment, offsetAt(moment, timezone) / MINUTE_MS)
  const { day, weekday, month, date, clock } = zoned(dueAt)
  const subject = `${title} is due ${day === zoned(now).day ? 'today' : 'tomorrow'}`
  const time = clock.replace('\u202f', ' ')
  return { subject, moment: `${weekday}, ${month} ${date}, at ${time} in ${cityOf(timezone)}.` }
}

interface ReminderProps {
  reminder: ReminderMail
  siteUrl: string
  endLink: string
  programme: Programme
}
