import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openConnection, type Connection } from './load-connection.ts'

/** Members who go through the portal, on so many connections at once, run after run. A thread of its own. */
const task = workerData as LoadTask

/** Who was refused presses again after a moment. */
const AGAIN_AFTER_MS = 1000

/** One in so many views is of a page that the browser does not have. */
const VIEWS_OF_ONE_COPY = 4

const PAGES = [
  '/',
  '/video-playlist',
  '/leaderboard',
  '/calendar',
  '/mentors',
  '/library',
  '/get-started',
  '/resources',
]
const STEPS: Kind[] = ['page', 'page', 'file', 'page', 'page', 'data', 'page', 'page', 'action', 'page']
const VIDEO = 'cohort-17/week-0/onboarding'
const ACTIONS = [
  ['progress.read', null],
  ['progress.save', { changes: [watched()] }],
  ['notes.read', null],
  ['progress.read', null],
  ['progress.save', { changes: [watched()] }],
] as const

const { host, port } = new URL(task.siteUrl)
const browsers = task.cookies.map(openBrowser)
parentPort?.on('message', (run: LoadRun) => void answer(run))

async function answer(run: LoadRun): Promise<void> {
  const samples: Sample[] = []
  const untilMs = performance.now() + run.seconds * 1000
  const isOver = () => performance.now() >= untilMs || samples.length >= run.requests
  const browse = async (n: number) => {
    const connection = openConnection(Number(port))
    for (let step = n; !isOver(); step += run.connections) {
      const sample = await view(connection, browsers[step % browsers.length])
      samples.push(sample)
      const restMs = sample.status === 503 ? AGAIN_AFTER_MS : run.pauseMs
      if (restMs > 0) await sleep(restMs)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: run.connections }, (_, n) => browse(n)))
  const result: LoadResult = { samples, lateMs: performance.now() - untilMs }
  parentPort?.postMessage(result)
}

async function view(connection: Connection, browser: Browser | undefined): Promise<Sample> {
  if (!browser) throw new Error('There are no members.')
  const { kind, path, request } = browser.next()
  const startMs = performance.now()
  const { status, etag } = await connection.ask(request).catch(() => ({ status: 0, etag: null }))
  if (status === 200) browser.keep(path, etag)
  return { kind, status, ms: performance.now() - startMs }
}

/** A member's browser, with what it keeps; it goes the same way each time, and each begins elsewhere on it. */
function openBrowser(cookie: string, n: number): Browser {
  const etags = new Map<string, string>()
  const steps: readonly Kind[] = task.isPagesOnly ? ['page'] : STEPS
  let [step, pages, views, actions] = [n, n, n, n]

  function next(): Asked {
    const kind = steps[step++ % steps.length] ?? 'page'
    if (kind === 'action') return { kind, ...actionRequest(actions++) }
    const path =
      kind === 'page' ? (PAGES[pages++ % PAGES.length] ?? '/') : kind === 'file' ? task.file : '/places.json'
    if (kind === 'page' && views++ % VIEWS_OF_ONE_COPY === 0) etags.delete(path)
    const known = etags.get(path)
    return { kind, path, request: text('GET', path, known ? [`if-none-match: ${known}`] : []) }
  }

  function actionRequest(number: number): Omit<Asked, 'kind'> {
    const [name, input] = ACTIONS[number % ACTIONS.length] ?? ACTIONS[0]
    const body = input ? JSON.stringify(input) : ''
    const path = `/_actions/${name}`
    const headers = [`origin: ${task.siteUrl}`, `content-length: ${body.length}`]
    if (input) headers.push('content-type: application/json')
    return { path, request: text('POST', path, headers) + body }
  }

  function text(method: string, path: string, headers: string[]): string {
    const all = [`host: ${host}`, `cookie: ${cookie}`, 'accept-encoding: gzip, deflate, br', ...headers]
    return `${method} ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`
  }

  return {
    next,
    keep(path, etag) {
      if (etag) etags.set(path, etag)
    },
  }
}

function watched() {
  return {
    video: VIDEO,
    positionSeconds: 60,
    durationSeconds: 900,
    playedMsAgo: 0,
    watched: false,
    markedMsAgo: null,
  }
}

interface Browser {
  next: () => Asked
  keep: (path: string, etag: string | null) => void
}

interface Asked {
  kind: Kind
  path: string
  request: string
}

/** A page with the member written in, a file of everybody's, data of the vault, what a page tells or asks by itself. */
export type Kind = 'page' | 'file' | 'data' | 'action'

export interface LoadTask {
  siteUrl: string
  /** Of each member; they take turns on the connections. */
  cookies: string[]
  /** The address of a file that a new browser fetches. */
  file: string
  isPagesOnly: boolean
}

/** Ends with whichever comes first. */
export interface LoadRun {
  connections: number
  seconds: number
  requests: number
  /** What each connection rests after each answer. */
  pauseMs: number
}

export interface LoadResult {
  samples: Sample[]
  /** How long after its end the last of them was answered. */
  lateMs: number
}

export interface Sample {
  kind: Kind
  /** 0 where the connection ended without an answer. */
  status: number
  ms: number
}
