import type { BuiltPortal } from './built-portal.ts'
import { type Answer, answerOf, type Draft, draftOf, type Recipe, requestOf } from './draft.ts'
import { type Asked, bringsUnknownToken, isGiven, isOutsideOfGate, isSame, wrongWith } from './judge.ts'
import { addressOf, cookieOf, liveTokens } from './people.ts'
import { recipeOf, shortest, told } from './recipes.ts'
import { numbers, Report, type Task } from './report.ts'
import { type Ask, SITE_HOST } from './source-gate.ts'

/** One request in so many goes to the build's edge function and function as well, which takes five times as long. */
const COMPARED_EVERY = 10

const TOLD_EVERY = 10_000

/** Asks the gate without a wire: its sources each time, the build's parts now and then, which must answer the same. */
export async function fuzzInProcess(task: Task, site: Site): Promise<Report> {
  const report = new Report(task)
  for (const nth of numbers(task)) {
    const recipe = recipeOf(task.seed, nth, site.pages)
    const isCompared = site.atEdge !== undefined && (nth % COMPARED_EVERY === 0 || task.only !== null)
    const { status, wrong } = await tryOn(site, recipe, nth, isCompared)
    if (status === null) report.unsayable += 1
    else report.count(recipe, status)
    if (isCompared) report.compared += 1
    if (wrong) report.add(await explain(task, site, recipe, nth, isCompared))
    if (nth % TOLD_EVERY === 0) task.onProgress?.(report)
    if (report.isOver(task)) break
  }
  return report
}

async function explain(
  task: Task,
  site: Site,
  recipe: Recipe,
  nth: number,
  isCompared: boolean,
): Promise<string> {
  const short = await shortest(
    recipe,
    async (other) => (await tryOn(site, other, nth, isCompared)).wrong !== null,
  )
  const { wrong } = await tryOn(site, short, nth, isCompared)
  const cookie = cookieOf(short.visitor, nth)
  return told({ what: wrong ?? 'not again', ...task, nth, recipe: short, cookie, site: SITE_HOST })
}

async function tryOn(site: Site, recipe: Recipe, nth: number, isCompared: boolean): Promise<Tried> {
  const { visitor } = recipe
  const draft = draftOf(recipe, cookieOf(visitor, nth))
  const request = requestOf(draft, SITE_HOST)
  if (!request) return { status: null, wrong: null }

  const { pathname } = new URL(request.url)
  // Each made-up session comes from an address of its own; what too many of one bring is another host's matter.
  const address = bringsUnknownToken(draft, liveTokens) ? addressOf(nth) : '127.0.0.1'
  const asked: Asked = { visitor, pathname, isGated: true, hasFlooded: false }
  const dev = await answerOf(await site.dev(request, address))
  const wrong = wrongWith(asked, dev) ?? (isCompared ? await compare(site, draft, asked, dev, address) : null)
  return { status: dev.status, wrong }
}

/** The build's parts, judged by themselves and against what development answers. */
async function compare({ atEdge, inFunction }: Site, draft: Draft, asked: Asked, dev: Answer, from: string) {
  const ask = async (side: Ask | undefined) => {
    const request = side && requestOf(draft, SITE_HOST)
    return request ? answerOf(await side(request, from)) : dev
  }
  const [edge, inner] = [await ask(atEdge), await ask(inFunction)]
  const alone = wrongWith(asked, edge) ?? wrongWith({ ...asked, isGated: false }, inner)
  if (alone) return alone
  // Development's own server answers there.
  if (!isOutsideOfGate(asked.pathname) && !isSame(edge, dev)) {
    return `differs: ${edge.status} at the edge, ${dev.status} in development`
  }
  if (isGiven(inner.status) && !isGiven(edge.status))
    return `the function gives what the edge does not: ${inner.status}`
  return null
}

/** What is asked; without a build, the gate's sources alone. */
export type Site = Pick<BuiltPortal, 'dev' | 'pages'> & Partial<BuiltPortal>

interface Tried {
  /** null where the request could not even be made. */
  status: number | null
  wrong: string | null
}
