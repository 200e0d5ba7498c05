/** What is to be done about a topic's issue, for what is broken now; `open` is the one there is. */
export function decide(topic: Topic, broken: readonly Broken[], open: OpenIssue | null): Step {
  if (broken.length === 0)
    return open ? { do: 'close', number: open.number, comment: topic.mended } : { do: 'nothing' }
  const body = bodyFor(topic, broken)
  if (!open) return { do: 'open', title: topic.title, body }
  if (open.body.replaceAll('\r\n', '\n').trim() === body.trim()) return { do: 'nothing' }
  const fresh = broken.filter(([name]) => !open.body.includes(code(name)))
  // Nobody is told of an edit, but everybody who follows the issue of a comment.
  const comment = fresh.length > 0 ? `${topic.fresh}\n\n${tableOf(topic, fresh)}` : null
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

/** A row of the issue: what is broken, by which it is known, and what there is to say of it. */
export type Broken = readonly [name: string, ...said: (string | readonly string[])[]]

/** What an issue is about, of which there is one at a time. */
export interface Topic {
  title: string
  /** By it an issue is known as ours, whatever people make of its title. */
  mark: string
  columns: readonly string[]
  /** The first sentences, for so many. */
  lead: (count: number) => string
  advice: string
  /** The comments when there is more of it, and when there is none. */
  fresh: string
  mended: string
}

/** An issue holds 65,536 characters. */
const MOST_ROWS = 100

function bodyFor(topic: Topic, broken: readonly Broken[]): string {
  return `${topic.mark}
${topic.lead(broken.length)}

${tableOf(topic, broken)}

${topic.advice}
`
}

function tableOf({ columns }: Topic, broken: readonly Broken[]): string {
  const rows = [...broken]
    .sort(([a], [b]) => a.localeCompare(b))
    .slice(0, MOST_ROWS)
    .map((row) => lineOf(row.map((cell) => [cell].flat().map(code).join(', '))))
  const left = broken.length > MOST_ROWS ? [`\nand ${broken.length - MOST_ROWS} more.`] : []
  return [lineOf(columns), lineOf(columns.map(() => '---')), ...rows, ...left].join('\n')
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** As code, out of which no text of a stranger’s server makes a link, a mention or a column. */
function code(text: string): string {
  return `\`${text.replace(/[`|\s]+/g, ' ').slice(0, 300)}\``
}
