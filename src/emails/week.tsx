import { Children, Fragment, type ReactNode } from 'react'
import { Heading, Link, Section, Text } from 'react-email'
import { HOME_PATH } from '#src/shared/paths.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { PLAYLIST_PATH } from '#src/shared/playlist/view.ts'
import { ActionButton, type MailProgramme, Prose } from './mail-frame.tsx'
import type { MailedWeek } from './mails.ts'
import { formatMoment } from './format-moment.ts'
import { styles } from './styles.ts'

export function WeekContent({ mail, siteUrl, programme }: WeekProps) {
  const { calendar = HOME_PATH, due, sessions, newVideos, watchNext: next, announcements, zone } = mail
  const home = siteUrl + HOME_PATH
  const moment = (start: number) => formatMoment(start, zone, programme.timezone)
  const watch = (fragment: string, seconds: number | null = null) =>
    siteUrl + PLAYLIST_PATH + writeHash({ fragment, seconds })
  return (
    <>
      <Part title="Due">
        {due.map(({ name, title, page = HOME_PATH, start }) => (
          <Row key={`${name} ${start}`} title={title} link={siteUrl + page} text={moment(start)} />
        ))}
      </Part>
      <Part title="Sessions">
        {sessions.map(({ name, title, start, place, join }) => (
          <Row
            key={`${name} ${start}`}
            title={title}
            link={siteUrl + calendar}
            text={[moment(start), place].filter(Boolean).join(', ')}
            actions={{ ...(join && { Join: join }), 'Add to calendar': `${siteUrl}/${name}.ics` }}
          />
        ))}
      </Part>
      <Part title="New to watch">
        {newVideos.map(({ title, fragment }) => (
          <Row key={fragment} title={title} link={watch(fragment)} />
        ))}
      </Part>
      <Part title="Continue watching">
        {next && (
          <Row
            title={next.title}
            link={watch(next.fragment, next.seconds)}
            text={next.seconds === null ? '' : `From ${clockTime(next.seconds)}`}
          />
        )}
      </Part>
      <Part title="Announcements">
        {announcements.map(({ title, html }, index) => (
          <Fragment key={index}>
            <Row title={title} link={home} />
            <Prose html={html} />
          </Fragment>
        ))}
      </Part>
      <ActionButton label={`Open ${programme.brand}`} link={home} />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null
  return (
    <Section>
      <Heading as="h2" className="ink" style={styles.subtitle}>
        {title}
      </Heading>
      {children}
    </Section>
  )
}

function Row({ title, link, text, actions = {} }: RowProps) {
  return (
    <Text className="ink" style={styles.row}>
      <Link className="ink" style={styles.rowTitle} href={link}>
        {title}
      </Link>
      {text && (
        <span className="soft" style={styles.soft}>
          <br />
          {text}
        </span>
      )}
      {Object.entries(actions).map(([label, href], index) => (
        <span key={label}>
          {index === 0 ? <br /> : ' '}
          <Link className="accent" style={styles.rowAction} href={href}>
            {label}
          </Link>
        </span>
      ))}
    </Text>
  )
}

interface WeekProps {
  mail: MailedWeek & { zone: string | null }
  siteUrl: string
  programme: MailProgramme
}

interface RowProps {
  title: string
  link: string
  text?: string
  actions?: Record<string, string>
}
