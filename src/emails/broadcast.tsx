import { Link } from 'react-email'
import { broadcastTopicTexts } from '#src/shared/broadcast-topics.ts'
import { ACCOUNT_HASH, HOME_PATH } from '#src/shared/paths.ts'
import { inZone } from '#src/shared/zoned-instant.ts'
import { ActionButton, MailFrame, Paragraph, type MailProgramme, Prose } from './mail-frame.tsx'
import type { BroadcastMail } from './mails.ts'
import { formatDay, formatMoment } from './format-moment.ts'
import { styles } from './styles.ts'
import { WeekContent } from './week.tsx'

export function composeBroadcast(
  mail: BroadcastMail,
  { siteUrl, unsubscribeUrl, programme }: BroadcastContext,
) {
  const { subject, preview, content } = textsOf(mail, siteUrl, programme)
  const reason = (
    <>
      You’re receiving this because you’re a member of {programme.program}.{' '}
      <Link className="accent" style={styles.link} href={unsubscribeUrl}>
        Stop these emails
      </Link>{' '}
      (“{broadcastTopicTexts[mail.kind].title}”), or choose which you get in your{' '}
      <Link className="accent" style={styles.link} href={`${siteUrl}${HOME_PATH}${ACCOUNT_HASH}emails`}>
        account settings
      </Link>
      .
    </>
  )
  const frame = { preview, title: subject, fullName: mail.fullName, programme, reason }
  const marked = mail.isTest ? `Test: ${subject}` : subject
  return { subject: marked, body: <MailFrame {...frame}>{content}</MailFrame> }
}

function textsOf(mail: BroadcastMail, siteUrl: string, programme: MailProgramme) {
  const { timezone } = programme
  const home = siteUrl + HOME_PATH
  switch (mail.kind) {
    case 'deadlines': {
      const isOver = mail.start < mail.now
      const due = `${mail.title} ${isOver ? 'was' : 'is'} due`
      const subject = isOver ? due : `${due} ${formatDay(mail.start, mail.now, mail.zone ?? timezone)}`
      const moment = formatMoment(mail.start, mail.zone, timezone)
      const content = (
        <>
          <Paragraph>{`${due} ${moment}.`}</Paragraph>
          <ActionButton
            label={mail.page ? `Open ${mail.title}` : 'See what’s due'}
            link={siteUrl + (mail.page ?? HOME_PATH)}
          />
          <Paragraph>Done already? Tick it on the home page, and we won’t remind you of it again.</Paragraph>
        </>
      )
      return { subject, preview: `${moment}.`, content }
    }
    case 'sessions': {
      const moment = formatMoment(mail.start, mail.zone, timezone)
      const content = (
        <>
          <Paragraph>{`${moment}.`}</Paragraph>
          {mail.place && <Paragraph>{`Where: ${mail.place}`}</Paragraph>}
          <ActionButton label={mail.join ? 'Join' : 'See your week'} link={mail.join ?? home} />
        </>
      )
      return { subject: `${mail.title} begins soon`, preview: `${moment}.`, content }
    }
    case 'weekly': {
      const { month, date } = inZone(mail.now, mail.zone ?? timezone)
      return {
        subject: `Your week from ${month} ${date}`,
        preview: 'What’s due, your sessions, what to watch.',
        content: <WeekContent mail={mail} siteUrl={siteUrl} programme={programme} />,
      }
    }
    case 'announcements': {
      const content = (
        <>
          <Prose html={mail.html} />
          <ActionButton label={`Open ${programme.brand}`} link={home} />
        </>
      )
      return { subject: mail.title, preview: `News for ${programme.program}.`, content }
    }
  }
}

interface BroadcastContext {
  siteUrl: string
  unsubscribeUrl: string
  programme: MailProgramme
}
