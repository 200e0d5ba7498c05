import type { Broken } from '../embeds/report.ts'

export const TITLE = 'Addresses in the content that do not work'

/** What is to be done about the issue, for what is broken now; `open` is the one there is. */
export function decide(broken: readonly Broken[], open: OpenIssue | null): Step {
  if (broken.length === 0)
    return open ? { do: 'close', number: open.number, comment: MENDED } : { do: 'nothing' }
  const body = bodyFor(broken)
  if (!open) return { do: 'open', title: TITLE, body }
  if (open.body.replaceAll('\r\n', '\n').trim() === body.trim()) return { do: 'nothing' }
  const fresh = broken.filter(({ address }) => !open.body.includes(code(address)))
  // Nobody is told of an edit, but everybody who follows the issue of a comment.
  const comment = fresh.length > 0 ? `Since the last time these do not work, too:\n\n${tableOf(fresh)}` : null
  return { do: 'update', number: open.number, body, comment }
}

export type Step =
  | { do: 'nothing' }
  | { do: 'open'; title: string; body: string }
  | { do: 'update'; number: number; body: string; comment: string | null }
  | { do: 'close'; number: number; comment: string }

export interface OpenIssue {
  number: number
  body: string
}

/** By it an issue is known as ours, whatever people make of its title. */
export const MARK = '<!-- lanai: addresses of the content -->'

const MENDED = 'Every address answers again.'

/** An issue holds 65,536 characters. */
const MOST_ROWS = 100

function bodyFor(broken: readonly Broken[]): string {
  const count = broken.length === 1 ? 'One address does not work' : `${broken.length} addresses do not work`
  return `${MARK}
${count}. They are asked every week; this text is written anew each time, and the issue closes when all of them answer.

${tableOf(broken)}

Change an address in its file, or take it out. “Find out what is broken” in docs/editors.md says more, and \`npm run check:embeds\`
asks at once.
`
}

function tableOf(broken: readonly Broken[]): string {
  const rows = [...broken]
    .sort((a, b) => a.address.localeCompare(b.address))
    .slice(0, MOST_ROWS)
    .map(
      ({ address, detail, files }) =>
        `| ${code(address)} | ${code(detail)} | ${files.map(code).join(', ')} |`,
    )
  const left = broken.length > MOST_ROWS ? [`\nand ${broken.length - MOST_ROWS} more.`] : []
  return ['| Address | What it does | In |', '| --- | --- | --- |', ...rows, ...left].join('\n')
}

/** As code, out of which no text of a stranger’s server makes a link, a mention or a column. */
function code(text: string): string {
  return `\`${text.replace(/[`|\s]+/g, ' ').slice(0, 300)}\``
}
