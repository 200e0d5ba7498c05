import { ActionError } from 'astro:actions'
import { useEffect, useState } from 'react'
import { type MailingKind, mailingTexts } from '#src/shared/mailings.ts'
import { UNSUBSCRIBE_PATH } from '#src/shared/paths.ts'
import { FocusHeading } from './FocusHeading.tsx'
import { Form } from '#src/ui/Form.tsx'
import { linkPurpose, readToken } from './token.ts'
import { GoToSignIn, StatusScreen } from '#src/ui/StatusScreen.tsx'

/** Ends a kind of emails with an emailed link. A button does it, because mail scanners open links. */
export default function Unsubscribe() {
  const [screen, setScreen] = useState<'question' | 'ended' | 'invalid'>('question')
  const [kind, setKind] = useState<string | null>(null)
  useEffect(() => {
    if (readToken()) setKind(linkKind())
    else setScreen('invalid')
  }, [])

  async function end() {
    const { ok, status } = await fetch(`${UNSUBSCRIBE_PATH}?token=${readToken()}`, { method: 'POST' })
    if (!ok && status !== 404) throw new ActionError({ code: 'INTERNAL_SERVER_ERROR' })
    setScreen(ok ? 'ended' : 'invalid')
  }

  return (
    <FocusHeading current={screen}>
      {screen === 'question' && (
        <StatusScreen
          title="Stop these emails?"
          text={`${kind ? `It’s about “${kind}”. ` : ''}You won’t get emails of this kind any more, but still those about your account.`}
        >
          <Form onSubmit={end} className="mt-6" submitLabel="Stop these emails" />
        </StatusScreen>
      )}
      {screen === 'ended' && (
        <StatusScreen
          tone="good"
          title="We’ve stopped these emails"
          text={`${kind ? `“${kind}” is off. ` : ''}To get them again, ${IN_ACCOUNT}`}
        >
          <GoToSignIn />
        </StatusScreen>
      )}
      {screen === 'invalid' && (
        <StatusScreen tone="bad" title="This link doesn’t work" text={`To stop these emails, ${IN_ACCOUNT}`}>
          <GoToSignIn />
        </StatusScreen>
      )}
    </FocusHeading>
  )
}

const IN_ACCOUNT = 'sign in and choose “Emails” in your account settings.'

/** What the account calls the emails that the link ends, or null. */
function linkKind(): string | null {
  const kind = linkPurpose()
  return kind && kind in mailingTexts ? mailingTexts[kind as MailingKind].title : null
}
