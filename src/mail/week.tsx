import { Heading, Link, Section, Text } from 'react-email'
import { CALENDAR_PATH, HOME_PATH } from '#src/shared/paths.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { ActionButton, type Programme, Words } from './mail-frame.tsx'
import type { MailedWeek } from './mails.ts'
import { sayMoment } from './moments.ts'
import { styles } from './styles.ts'

/** What a member has to know of their week, the most pressing first. */
export function Week({ mail, siteUrl, programme }: WeekProps) {
  const parts = partsOf(mail, siteUrl, programme).filter(({ rows }) => rows.length > 0)
  return (
    <>
      {parts.map(({ title, rows }) => (
        <Section key={title}>
          <Heading as="h2" className="ink" style={styles.subtitle}>
            {title}
          </Heading>
          {rows.map((row, index) => (
            <Row key={index} {...row} siteUrl={siteUrl} />
          ))}
        </Section>
      ))}
      <ActionButton label={`Open ${programme.brand}`} link={siteUrl + HOME_PATH} />
    </>
  )
}

function partsOf(mail: WeekProps['mail'], siteUrl: string, { timezone }: Programme): Part[] {
  const moment = (start: number) => sayMoment(start, mail.zone, timezone)
  const watch = (fragment: string, seconds: number | null = null) =>
    siteUrl + PLAYLIST_PATH + writeHash({ fragment, seconds })
  const next = mail.watchNext ? [mail.watchNext] : []
  return [
    {
      title: 'Due',
      rows: mail.due.map(({ title, page = HOME_PATH, start }) => ({
        title,
        link: siteUrl + page,
        text: moment(start),
      })),
    },
    {
      title: 'Sessions',
      rows: mail.sessions.map(({ name, title, start, place, join }) => ({
        title,
        link: siteUrl + CALENDAR_PATH,
        text: [moment(start), place].filter(Boolean).join(', '),
        actions: { ...(join && { Join: join }), 'Add to calendar': `${siteUrl}/${name}.ics` },
      })),
    },
    {
      title: 'New to watch',
      rows: mail.newVideos.map(({ title, fragment }) => ({ title, link: watch(fragment) })),
    },
    {
      title: 'Continue watching',
      rows: next.map(({ title, fragment, seconds }) => ({
        title,
        link: watch(fragment, seconds),
        text: seconds === null ? undefined : `From ${clockTime(seconds)}`,
      })),
    },
    {
      title: 'Announcements',
      rows: mail.announcements.map(({ title, text }) => ({ title, link: siteUrl + HOME_PATH, words: text })),
    },
  ]
}

function Row({ title, link, text, actions = {}, words, siteUrl }: RowProps & { siteUrl: string }) {
  return (
    <>
      <Text className="ink" style={styles.row}>
        <Link className="ink" style={styles.rowTitle} href={link}>
          {title}
        </Link>
        <br />
        <span className="soft" style={styles.soft}>
          {text}
        </span>
        {Object.entries(actions).map(([label, href], index) => (
          <span key={label}>
            {index === 0 ? <br /> : ' '}
            <Link className="lagoon" style={styles.rowAction} href={href}>
              {label}
            </Link>
          </span>
        ))}
      </Text>
      {words && <Words siteUrl={siteUrl}>{words}</Words>}
    </>
  )
}

interface WeekProps {
  mail: MailedWeek & { zone: string | null }
  siteUrl: string
  programme: Programme
}

interface Part {
  title: string
  rows: RowProps[]
}

interface RowProps {
  title: string
  link: string
  text?: string | undefined
  /** Links by their labels. */
  actions?: Record<string, string>
  /** Markdown. */
  words?: string
}
