/**
 * Runs a Netlify function in a process without other code. Arguments: its file, then requests as JSON. The last line printed
 * is the answers as JSON.
 */
import { pathToFileURL } from 'node:url'

const [, , file = '', asked = ''] = process.argv
const { default: handle } = (await import(pathToFileURL(file).href)) as { default: Handler }
const answers: Answer[] = []
for (const { url, body, ...init } of JSON.parse(asked) as Ask[]) {
  const request = new Request(url, { ...init, body: Buffer.from(body, 'base64') })
  const answer = await handle(request, { ip: '127.0.0.1', waitUntil: () => undefined })
  answers.push({ status: answer.status, body: await answer.text() })
}
process.stdout.write(`\n${JSON.stringify(answers)}`)

type Handler = (request: Request, context: object) => Promise<Response>

export interface Ask {
  url: string
  method: 'POST'
  headers: Record<string, string>
  /** As base64. */
  body: string
}

export interface Answer {
  status: number
  body: string
}
