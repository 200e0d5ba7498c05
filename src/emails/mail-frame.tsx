import type { ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email'
import { darkStyles, styles } from './styles.ts'

export function MailFrame({ preview, title, fullName, programme, reason, children }: MailFrameProps) {
  const name = greetingName(fullName)
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkStyles}</style>
      </Head>
      <Body className="paper" style={styles.paper}>
        <Preview>{preview}</Preview>
        <Container style={styles.column}>
          <Section style={styles.masthead} data-skip-in-text>
            <Text className="accent" style={styles.brand}>
              {programme.brand}
              <span className="brand" style={styles.dot}>
                {' '}
                ●
              </span>
            </Text>
          </Section>
          <Section className="surface" style={styles.card}>
            <Heading as="h1" className="ink" style={styles.title}>
              {title}
            </Heading>
            <Paragraph>{name ? `Aloha ${name},` : 'Aloha,'}</Paragraph>
            {children}
          </Section>
          <Text className="soft" style={{ ...styles.footer, paddingTop: 20 }}>
            {reason}
          </Text>
          <Text className="soft" style={styles.footer}>
            {programme.brand} · {programme.program} · Questions?{' '}
            <Link className="accent" style={styles.link} href={`mailto:${programme.contact}`}>
              {programme.contact}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={styles.paragraph}>
      {children}
    </Text>
  )
}

export function Prose({ html }: { html: string }) {
  return (
    <Section className="ink prose" style={styles.paragraph}>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Section>
  )
}

export function ActionButton({ label, link }: { label: string; link: string }) {
  return (
    <>
      <Section style={styles.action}>
        <Button className="button" style={styles.button} href={link}>
          {label}
        </Button>
      </Section>
      {link.includes('?token=') && (
        <Text className="soft" style={styles.small} data-skip-in-text>
          Or copy this link into your browser:
          <br />
          <Link className="accent" style={styles.link} href={link}>
            {link}
          </Link>
        </Text>
      )}
    </>
  )
}

interface MailFrameProps {
  preview: string
  title: string
  fullName: string | null
  programme: MailProgramme
  reason: ReactNode
  children: ReactNode
}

/** `program` is the cohort, `contact` an address for questions. */
export interface MailProgramme {
  brand: string
  accent?: string | undefined
  program: string
  timezone: string
  contact: string
}

/** Longer than nearly every name, shorter than a message that a stranger would smuggle into our email. */
const MAX_LETTERS = 60

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Email programs turn these into links, so such a name is a stranger's advertisement. */
const LINK = /[/@\\]|\.\p{L}{2}/u

/**
 * The name to greet an email's reader with, of a long one the first word, at most 60 letters; null if it shouldn't be shown. A
 * stranger can sign up with anyone's address, so the name is untrusted.
 */
export function greetingName(fullName: string | null): string | null {
  const name = fullName?.replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()
  if (!name || LINK.test(name)) return null
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const choices = [name, name.split(' ', 1).join()]
  return choices.find((each) => [...letters.segment(each)].length <= MAX_LETTERS) ?? null
}
