import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

/** A screen that tells how something stands: a sign, a heading, words, and what can be done next. */
export function Panel({ icon: Icon, tone = 'calm', spinning = false, heading, title, children }: Props) {
  return (
    <>
      <span className={`mb-5 grid size-12 place-items-center rounded-full ${tones[tone]}`}>
        <Icon size={22} strokeWidth={1.75} className={spinning ? 'animate-spin' : ''} aria-hidden />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h1>
      {children}
    </>
  )
}

const tones = {
  calm: 'bg-lagoon/10 text-lagoon',
  good: 'bg-kukui/10 text-kukui',
  bad: 'bg-ember/10 text-ember',
}

interface Props {
  icon: LucideIcon
  tone?: keyof typeof tones
  spinning?: boolean
  /** Takes the focus when the screen changes under somebody's hands. */
  heading?: RefObject<HTMLHeadingElement | null>
  title: string
  children: ReactNode
}
