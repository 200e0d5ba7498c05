import { ActionError } from 'astro:actions'
import { useRef } from 'react'
import { failureMessage } from '#src/shared/failure.ts'
import type { Email } from '#src/shared/people/person.ts'

/** A check that throws 'email_unusual' once for each address at gmial.com and the like. */
export function useAddressCheck() {
  const asked = useRef('')
  return async (email: Email): Promise<void> => {
    const { suggestAddress } = await import('#src/shared/people/suggest-address.ts')
    const meant = suggestAddress(email)
    if (!meant || email === asked.current) return
    asked.current = email
    throw new ActionError({
      code: 'BAD_REQUEST',
      message: failureMessage({ code: 'email_unusual', meant }),
    })
  }
}
