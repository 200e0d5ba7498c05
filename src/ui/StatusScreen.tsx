import * as icons from 'lucide'
import type { PropsWithChildren } from 'react'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { Icon } from './Icon.tsx'

export function StatusScreen({ tone = 'calm', icon = tones[tone].icon, title, text, children }: Props) {
  return (
    <>
      {icon && (
        <span className={`mb-5 grid size-12 place-items-center rounded-full ${tones[tone].look}`}>
          <Icon icon={icon} className="size-5.5" />
        </span>
      )}
      <h1 tabIndex={-1} className="text-heading wrap-anywhere outline-none">
        {title}
      </h1>
      {text && <p className="mt-3 wrap-anywhere text-ink-soft">{text}</p>}
      {children}
    </>
  )
}

export function GoToSignIn() {
  return (
    <a href={SIGN_IN_PATH} className="button-primary mt-8 w-full">
      Go to Sign In
    </a>
  )
}

export function GoToHome() {
  return (
    <a href={HOME_PATH} className="button-quiet mt-8 w-full">
      Go to Home
    </a>
  )
}

export function RecoveryLinks({ className = 'mt-3' }: { className?: string }) {
  return (
    <div className={`${className} grid gap-3 sm:grid-cols-2`}>
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
  calm: { look: 'bg-accent-wash text-accent', icon: null },
  good: { look: 'bg-success-wash text-success', icon: icons.CircleCheck },
  bad: { look: 'bg-danger-wash text-danger', icon: icons.CircleAlert },
}

type Props = PropsWithChildren<{
  tone?: keyof typeof tones
  icon?: icons.IconNode | null
  title: string
  text?: string | null | undefined
}>
