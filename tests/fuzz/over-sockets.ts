import { setTimeout } from 'node:timers/promises'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { type Asked, askedAs, type Batch, Batches } from './batches.ts'
import { type BuiltPortal, loadBuiltPortal } from './built-portal.ts'
import { type Answer, answerOf, linesOf, requestOf } from './draft.ts'
import type { HostOptions } from './host-process.ts'
import { bringsUnknownToken, Floods, isSame, PROTOCOL_REFUSALS, wrongWith } from './judge.ts'
import { addressOf, cookieOf, liveTokens } from './people.ts'
import { pipeline } from './pipeline.ts'
import { shortest, told } from './recipes.ts'
import { Report, type Task } from './report.ts'
import { SITE_HOST } from './source-gate.ts'
import { type StartedHost, startHost } from './started-host.ts'

/** Connections at a time: few enough that strangers wait for one another, and not for the limit on their waiting. */
const LANES = { sockets: 8, emulation: 3 }

const PAUSES_MS = [500, 2000, 5000, 10_000]

/** Asks a host byte by byte: it must answer what the build's parts answer in this process, or refuse what is not HTTP. */
export async function fuzzOverSockets(task: Task, options: HostOptions): Promise<Report> {
  const host = await startHost(options)
  try {
    const run = new Run(task, await loadBuiltPortal(BUILT_PROJECT), host)
    await Promise.all(Array.from({ length: LANES[options.kind] }, () => run.lane()))
    return run.report
  } finally {
    await host.close()
  }
}

class Run {
  readonly report: Report
  readonly #task: Task
  readonly #portal: BuiltPortal
  readonly #host: StartedHost
  readonly #batches: Batches
  readonly #floods = new Floods()

  constructor(task: Task, portal: BuiltPortal, host: StartedHost) {
    this.report = new Report(task)
    this.#task = task
    this.#portal = portal
    this.#host = host
    this.#batches = new Batches(task, portal.pages)
  }

  /** One connection after the other. */
  async lane(): Promise<void> {
    while (!this.report.isOver(this.#task)) {
      const batch = this.#batches.take()
      if (!batch) return
      const isLone = batch.asked.length === 1
      const answers = isLone ? await this.#send(batch) : inTurn(await this.#send(batch))
      if (!isLone) this.#batches.giveBack(batch.asked.slice(answers.length))
      for (const asked of isLone ? batch.asked : batch.asked.slice(0, answers.length)) {
        await this.#take(asked, answers.shift(), batch.from)
      }
      this.#task.onProgress?.(this.report)
    }
  }

  #send({ asked, from }: Batch): Promise<Answer[]> {
    for (const { draft } of asked)
      if (bringsUnknownToken(draft, liveTokens)) this.#floods.bring(from, Date.now())
    const requests = asked.map(({ draft }, at) => {
      const end = at === asked.length - 1 ? ['Connection: close'] : []
      return [...linesOf(draft, this.#host.site), ...end, '', ''].join('\r\n')
    })
    const methods = asked.map(({ draft }) => draft.method)
    return pipeline(this.#host.port, from, Buffer.from(requests.join(''), 'latin1'), methods)
  }

  async #take(asked: Asked, answer: Answer | undefined, from: string): Promise<void> {
    const { recipe, nth } = asked
    const said = (await this.#onceItIsBack(asked, answer, from)) ?? answer
    this.report.count(recipe, said?.status ?? 0)
    const wrong = await this.#wrongWith(asked, said, from)
    if (!wrong) return
    const short = await shortest(
      recipe,
      async (other) => (await this.#tryAlone(askedAs(other, nth))) !== null,
    )
    const what = (await this.#tryAlone(askedAs(short, nth))) ?? `${wrong}, and not again`
    const finding = { ...this.#task, what, nth, recipe: short, site: this.#host.site }
    this.report.add(told({ ...finding, cookie: cookieOf(short.visitor, nth) }))
  }

  /** On a busy machine the store or the database may be late: what is asked again until it is not. null where that is no matter. */
  async #onceItIsBack(asked: Asked, answer: Answer | undefined, from: string): Promise<Answer | null> {
    if (answer?.status !== 503 || this.#floods.isOver(from, Date.now())) return null
    for (const pauseMs of PAUSES_MS) {
      await setTimeout(pauseMs)
      const [again] = await this.#send({ asked: [asked], from: this.#batches.freshAddress() })
      if (again && again.status !== 503) {
        this.report.passing503 += 1
        return again
      }
    }
    return null
  }

  async #tryAlone(asked: Asked): Promise<string | null> {
    const batch: Batch = { asked: [asked], from: this.#batches.freshAddress() }
    const [answer] = await this.#send(batch)
    return this.#wrongWith(asked, answer, batch.from)
  }

  async #wrongWith(
    { recipe, draft, nth }: Asked,
    answer: Answer | undefined,
    from: string,
  ): Promise<string | null> {
    if (!answer) return 'gets no answer'
    const request = requestOf(draft, SITE_HOST)
    const pathname = request ? new URL(request.url).pathname : ''
    const hasFlooded = this.#floods.isOver(from, Date.now())
    const alone = wrongWith({ visitor: recipe.visitor, pathname, isGated: true, hasFlooded }, answer)
    if (alone) return alone
    if (answer.status === 503 || PROTOCOL_REFUSALS.includes(answer.status)) return null
    if (!request) return `takes for HTTP what is none: ${answer.status}`
    const inProcess = await answerOf(await this.#portal.atEdge(request, addressOf(nth)))
    // Who has a file already may be given it once more: the emulation does not look.
    const isWhole = inProcess.status === 304 && isSame(answer, { ...inProcess, status: 200 })
    return isWhole || isSame(answer, inProcess)
      ? null
      : `differs: ${answer.status} over the socket, ${inProcess.status} in process`
  }
}

/** Without what follows a refusal by Node's parser, which it gives before the answers to what came before. */
function inTurn(answers: readonly Answer[]): Answer[] {
  const cut = answers.findIndex(({ status, cacheControl }) => status === 400 && cacheControl === null)
  return answers.slice(0, cut < 0 ? undefined : cut)
}
