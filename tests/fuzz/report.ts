import type { Recipe } from './draft.ts'

/** Each is made short, which takes requests of its own; who mends the first sees the rest at the next run. */
const MOST_FINDINGS = 5

/** What a run has asked so far, and what was wrong. */
export class Report {
  readonly host: string
  readonly seed: number
  requests = 0
  /** Of these, how many the build's edge function and function were asked as well. */
  compared = 0
  /** Generated, but no request that can be sent there. */
  unsayable = 0
  /** Answers 503 that the limit on made-up sessions asks for. */
  deliberate503 = 0
  /** Outages of a moment, as when a busy machine lets the database wait: what was asked again was answered. */
  passing503 = 0
  readonly byClass: Record<string, number> = {}
  readonly byStatus: Record<string, number> = {}
  readonly findings: string[] = []
  readonly #begunMs = performance.now()

  readonly #onFinding: Task['onFinding']

  constructor({ host, seed, onFinding }: Pick<Task, 'host' | 'seed' | 'onFinding'>) {
    this.#onFinding = onFinding
    this.host = host
    this.seed = seed
  }

  count({ classes, visitor }: Recipe, status: number): void {
    this.requests += 1
    for (const name of [...new Set(classes), visitor]) this.byClass[name] = (this.byClass[name] ?? 0) + 1
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1
    if (status === 503) this.deliberate503 += 1
  }

  /** Said at once: a long run may be cut short. */
  add(finding: string): void {
    this.findings.push(finding)
    this.#onFinding?.(finding)
  }

  isOver({ requests, untilMs }: Task): boolean {
    return this.requests >= requests || Date.now() > untilMs || this.findings.length >= MOST_FINDINGS
  }

  get seconds(): number {
    return (performance.now() - this.#begunMs) / 1000
  }

  get figures() {
    const {
      host,
      seed,
      requests,
      compared,
      unsayable,
      deliberate503,
      passing503,
      byClass,
      byStatus,
      findings,
      seconds,
    } = this
    const perSecond = Math.round(requests / seconds)
    return {
      host,
      seed,
      requests,
      compared,
      unsayable,
      deliberate503,
      passing503,
      seconds,
      perSecond,
      byStatus,
      byClass,
      findings,
    }
  }
}

export interface Task {
  host: string
  seed: number
  /** At most so many, and no longer than until then. */
  requests: number
  untilMs: number
  /** The number of the one request to ask; null for all. */
  only: number | null
  onProgress?: (report: Report) => void
  onFinding?: (finding: string) => void
}

/** The numbers of a run's requests. */
export function* numbers({ only }: Pick<Task, 'only'>): Generator<number, void> {
  if (only !== null) yield only
  for (let nth = 0; only === null; nth++) yield nth
}
