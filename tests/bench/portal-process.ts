import { signedInMember } from '../support/signed-in-member.ts'
import { startStack } from '../../netlify/local/stack.ts'

/** The portal in a process of its own, so that what is measured and what measures do not share a thread. */
const [root] = process.argv.slice(2)
const stack = await startStack({
  dataFolder: null,
  host: '127.0.0.1',
  ports: { site: 0, mailbox: 0, postgres: 0 },
  ...(root && { root }),
})
const cookie = await signedInMember(stack, { email: 'bench@example.com', status: 'approved' })
process.send?.({ siteUrl: stack.siteUrl, cookie })
process.once('disconnect', () => void stack.close())
