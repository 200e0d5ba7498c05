import { z } from 'zod'
import type { Broken, Topic } from './decide.ts'

/** What issues are kept about, each with how its report is read: null when it is none. */
export const topics = {
  addresses: {
    topic: {
      title: 'Addresses in the content that do not work',
      mark: '<!-- lanai: addresses of the content -->',
      columns: ['Address', 'What it does', 'In'],
      lead: (count) =>
        `${count === 1 ? 'One address does not work' : `${count} addresses do not work`}. They are asked every week; this text is written anew each time, and the issue closes when all of them answer.`,
      advice: `Change an address in its file, or take it out. “Find out what is broken” in docs/editors.md says more, and \`npm run check:embeds\`
asks at once.`,
      fresh: 'Since the last time these do not work, too:',
      mended: 'Every address answers again.',
    },
    read: readAddresses,
  },
  site: {
    topic: {
      title: 'The portal is not as it should be',
      mark: '<!-- lanai: the portal -->',
      columns: ['What', 'How it is, and what to do'],
      lead: (count) =>
        `${count === 1 ? 'One look at the portal fails' : `${count} looks at the portal fail`}. It is looked at every quarter of an hour; this text is written anew when that changes, and the issue closes when all is well.`,
      advice:
        '`npm run smoke -- <address>` looks at once. “Watching” in docs/deploy.md says where to look next.',
      fresh: 'Since the last time this fails, too:',
      mended: 'All is well again.',
    },
    read: readLooks,
  },
} as const satisfies Record<string, { topic: Topic; read: (report: string) => Broken[] | null }>

/** `check:embeds --json`. */
function readAddresses(report: string): Broken[] | null {
  const parsed = Addresses.safeParse(parseJson(report))
  return parsed.data?.broken.map(({ address, detail, files }) => [address, detail, files]) ?? null
}

const Addresses = z.object({
  broken: z.array(z.object({ address: z.string(), detail: z.string(), files: z.array(z.string()) })),
})

/** The lines of `smoke`. */
function readLooks(report: string): Broken[] | null {
  const looks = [...report.matchAll(/^(ok|FAIL) +(.+?)(?:: (.*))?$/gm)]
  if (looks.length === 0) return null
  return looks.filter(([, how]) => how === 'FAIL').map(([, , what = '', said = '']) => [what, said])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
