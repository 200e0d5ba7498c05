import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { createPasskey } from '#src/lib/passkeys.ts'
import { openPortal } from './open-portal.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { StatusScreen } from '#src/ui/StatusScreen.tsx'

export function PasskeyOffer({ password }: { password: string }) {
  return (
    <StatusScreen
      icon={icons.Fingerprint}
      title="Skip the password next time"
      text="With a passkey, this device signs you in by fingerprint, face or PIN. It stays with you, and nobody can guess it."
    >
      <Form
        onSubmit={() => createPasskey(password).then(() => openPortal('passkey_added'))}
        submitLabel="Add a passkey"
      />
      <Button variant="quiet" className="mt-3 w-full" onClick={() => openPortal()}>
        Not now
      </Button>
      <Form
        className="mt-3"
        variant="quiet"
        onSubmit={() => actions.passkeys.decline.orThrow().then(() => openPortal())}
        submitLabel="Don’t ask again"
      />
    </StatusScreen>
  )
}
