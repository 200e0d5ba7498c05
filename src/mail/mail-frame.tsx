import type { ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email'
import { darkStyles, styles } from './styles.ts'

/** The paper every mail is written on: one column, what it is about, the words, who wrote it and why. */
export function MailFrame({ preview, title, fullName, programme, reason, children }: MailFrameProps) {
  const name = greetingName(fullName)
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkStyles}</style>
      </Head>
      <Body className="paper" style={styles.paper}>
        <Preview>{preview}</Preview>
        <Container style={styles.column}>
          <Section style={styles.masthead} data-skip-in-text>
            <Text className="lagoon" style={styles.brand}>
              {programme.brand}
              <span className="hibiscus" style={styles.dot}>
                {' '}
                ●
              </span>
            </Text>
          </Section>
          <Section className="surface" style={styles.card}>
            <Heading as="h1" className="ink" style={styles.title}>
              {title}
            </Heading>
            <Words>{name ? `Aloha ${name},` : 'Aloha,'}</Words>
            {children}
          </Section>
          <Text className="soft" style={{ ...styles.footer, paddingTop: 20 }}>
            {reason}
          </Text>
          <Text className="soft" style={styles.footer}>
            {programme.brand} · {programme.program}
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

export function Words({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={styles.words}>
      {children}
    </Text>
  )
}

/** The one thing to do, as a button and as an address to copy; in the text, the address alone. */
export function Act({ label, link }: { label: string; link: string }) {
  return (
    <>
      <Section style={styles.act} data-skip-in-text>
        <Button className="button" style={styles.button} href={link}>
          {label}
        </Button>
      </Section>
      <Text className="soft" style={styles.address}>
        <span data-skip-in-text>
          Or open this address in your browser:
          <br />
        </span>
        <Link className="lagoon" style={styles.link} href={link}>
          {link}
        </Link>
      </Text>
    </>
  )
}

interface MailFrameProps {
  /** What mail programs show beside the subject. */
  preview: string
  title: string
  /** Whom it greets, where the name may be shown; null for a greeting without one. */
  fullName: string | null
  programme: ProgrammeWords
  /** Why this person gets this mail, and what to do when they should not. */
  reason: string
  children: ReactNode
}

/** What mails say of the programme: the cohort is its `program`. */
export interface ProgrammeWords {
  brand: string
  program: string
}

/** Longer than nearly every name, shorter than a message that a stranger would smuggle into a mail of ours. */
const MAX_LETTERS = 60

/** Characters that break lines or turn the direction of writing around. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Mail programs make links of these by themselves: a name that holds one was not typed by its owner. */
const LINK = /[/@\\]|\.\p{L}{2}/u

/**
 * A name as a mail may address its reader, at most 60 letters; null when there is none that should be shown.
 * Anybody can sign up with anybody's address, so the name is the words of a stranger.
 */
export function greetingName(fullName: string | null): string | null {
  const name = fullName?.replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()
  if (!name || LINK.test(name)) return null
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)]
  if (letters.length <= MAX_LETTERS) return name
  return `${letters
    .slice(0, MAX_LETTERS)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}
