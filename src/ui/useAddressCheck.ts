import { ActionError } from 'astro:actions'
import { useRef } from 'react'
import { failureMessage } from '#src/shared/failure.ts'
import { EmailForm } from '#src/shared/forms.ts'

/** A check that throws 'email_unusual' once for each address at gmial.com and the like. */
export function useAddressCheck() {
  const asked = useRef('')
  return async (typed: string): Promise<void> => {
    const { suggestAddress } = await import('#src/shared/people/suggest-address.ts')
    const meant = suggestAddress(EmailForm.parse({ email: typed }).email)
    if (!meant || typed === asked.current) return
    asked.current = typed
    throw new ActionError({
      code: 'BAD_REQUEST',
      message: failureMessage({ code: 'email_unusual', meant }),
    })
  }
}
