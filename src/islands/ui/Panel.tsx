import type { ReactNode, RefObject } from 'react'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { Icon } from './Icon.tsx'

/** A screen that tells how something stands: a sign, a heading, words, and what can be done next. */
export function Panel({ icon, tone = 'calm', spinning = false, heading, title, text, children }: Props) {
  return (
    <>
      <span className={`mb-5 grid size-12 place-items-center rounded-full ${tones[tone]}`}>
        <Icon drawing={icon} className={spinning ? 'size-5.5 animate-spin' : 'size-5.5'} />
      </span>
      <Heading ref={heading}>{title}</Heading>
      {text && <p className="mt-3 wrap-anywhere text-ink-soft">{text}</p>}
      {children}
    </>
  )
}

/** Takes the focus when the screen changes under somebody's hands. */
export function Heading({ ref, children }: { ref?: HeadingRef | undefined; children: ReactNode }) {
  return (
    <h1 ref={ref} tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
      {children}
    </h1>
  )
}

export function GoToSignIn() {
  return (
    <a href={SIGN_IN_PATH} className="mt-8 button-primary w-full">
      Go to Sign In
    </a>
  )
}

/** Where to go from a link that is good for nothing. */
export function WaysOn() {
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-2">
      <a href={SIGN_IN_PATH} className="button-quiet">
        Try Signing In
      </a>
      <a href={HOME_PATH} className="button-quiet">
        Go to Home
      </a>
    </div>
  )
}

const tones = {
  calm: 'bg-lagoon/10 text-lagoon',
  good: 'bg-kukui/10 text-kukui',
  bad: 'bg-ember/10 text-ember',
}

export type HeadingRef = RefObject<HTMLHeadingElement | null>

interface Props {
  icon: string
  tone?: keyof typeof tones
  spinning?: boolean
  heading?: HeadingRef
  title: string
  text?: ReactNode
  children?: ReactNode
}
