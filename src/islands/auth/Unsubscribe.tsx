import { ActionError } from 'astro:actions'
import { useEffect, useState } from 'react'
import { type BroadcastTopic, broadcastTopicTexts } from '#src/shared/broadcast-topics.ts'
import { UNSUBSCRIBE_PATH } from '#src/shared/paths.ts'
import { FocusHeading } from './FocusHeading.tsx'
import { Form } from '#src/ui/Form.tsx'
import { linkPurpose, readToken } from './token.ts'
import { GoToSignIn, StatusScreen } from '#src/ui/StatusScreen.tsx'

// A button unsubscribes, because mail scanners open links.
export default function Unsubscribe() {
  const [screen, setScreen] = useState<'question' | 'ended' | 'invalid'>('question')
  const [title, setTitle] = useState<string | null>(null)
  useEffect(() => {
    if (readToken()) setTitle(topicTitle())
    else setScreen('invalid')
  }, [])

  async function unsubscribe() {
    const { ok, status } = await fetch(`${UNSUBSCRIBE_PATH}?token=${readToken()}`, { method: 'POST' })
    if (!ok && status !== 404) throw new ActionError({ code: 'INTERNAL_SERVER_ERROR' })
    setScreen(ok ? 'ended' : 'invalid')
  }

  return (
    <FocusHeading screen={screen}>
      {screen === 'question' && (
        <StatusScreen
          title="Stop these emails?"
          text={`${title ? `It’s about “${title}”. ` : ''}You won’t get emails of this kind any more, but still those about your account.`}
        >
          <Form onSubmit={unsubscribe} className="mt-6" submitLabel="Stop these emails" />
        </StatusScreen>
      )}
      {screen === 'ended' && (
        <StatusScreen
          tone="good"
          title="We’ve stopped these emails"
          text={`${title ? `“${title}” is off. ` : ''}To get them again, ${RESUBSCRIBE_TEXT}`}
        >
          <GoToSignIn />
        </StatusScreen>
      )}
      {screen === 'invalid' && (
        <StatusScreen
          tone="bad"
          title="This link doesn’t work"
          text={`To stop these emails, ${RESUBSCRIBE_TEXT}`}
        >
          <GoToSignIn />
        </StatusScreen>
      )}
    </FocusHeading>
  )
}

const RESUBSCRIBE_TEXT = 'sign in and choose “Emails” in your account settings.'

/** The title of these emails in the account settings, or null. */
function topicTitle(): string | null {
  const topic = linkPurpose()
  return topic && topic in broadcastTopicTexts ? broadcastTopicTexts[topic as BroadcastTopic].title : null
}
