/**
 * Judges whether what was seen from outside can be explained by things that each happened at one moment between call and
 * answer (Herlihy and Wing). An operation may consist of several such moments, in their order: a sign-in reads, ends a
 * session and begins one.
 *
 * The search is that of Wing and Gong in the order of time, with every situation that was met kept once: it holds all
 * situations that explain the history so far, and takes a step of what is under way only when an answer needs it.
 */
export function findContradiction<State, Step>(
  history: readonly Operation<Step>[],
  model: Model<State, Step>,
): Contradiction<State> | null {
  let situations: Situation<State>[] = [{ state: model.initial, underWay: [] }]
  for (const { at, operation } of momentsOf(history)) {
    const before = situations
    situations =
      at === 'call'
        ? before.map(({ state, underWay }) =>
            settled(history, model, { state, underWay: [...underWay, [operation, 0]] }),
          )
        : explain(history, model, before, operation)
    if (situations.length === 0) return { operation, states: before.map(({ state }) => state) }
  }
  return null
}

/** Calls before answers of the same moment: what touches may overlap. */
function momentsOf(history: readonly Operation<unknown>[]): Moment[] {
  return history
    .flatMap(({ calledAt, answeredAt, steps }, operation): Moment[] => {
      if (steps.length === 0) return []
      const call = { at: 'call', time: calledAt, operation } as const
      return answeredAt === null ? [call] : [call, { at: 'answer', time: answeredAt, operation }]
    })
    .sort((a, b) => a.time - b.time || rank[a.at] - rank[b.at])
}

const rank = { call: 0, answer: 1 }

/** Every situation in which this operation has done all its steps, without it. */
function explain<State, Step>(
  history: readonly Operation<Step>[],
  model: Model<State, Step>,
  from: readonly Situation<State>[],
  answered: number,
): Situation<State>[] {
  const explaining = new Map<string, Situation<State>>()
  const met = new Set<string>()
  const open = [...from]
  for (let situation = open.pop(); situation; situation = open.pop()) {
    const { state, underWay } = situation
    const key = keyOf(model, situation)
    if (met.has(key)) continue
    met.add(key)
    if (isDone(history, underWay, answered)) {
      const left = { state, underWay: underWay.filter(([operation]) => operation !== answered) }
      explaining.set(keyOf(model, left), left)
      continue
    }
    for (const [nth, [operation, done]] of underWay.entries()) {
      const step = history[operation]?.steps[done]
      if (step === undefined) continue
      const advanced = underWay.with(nth, [operation, done + 1])
      for (const next of model.take(state, step)) {
        open.push(settled(history, model, { state: next, underWay: advanced }))
      }
    }
  }
  return [...explaining.values()]
}

/** A step that only looks, and could be taken now, is: taking it later explains nothing more. */
function settled<State, Step>(
  history: readonly Operation<Step>[],
  model: Model<State, Step>,
  { state, underWay }: Situation<State>,
): Situation<State> {
  const looked = underWay.map(([operation, done]): UnderWay => {
    const steps = history[operation]?.steps ?? []
    let taken = done
    for (let step = steps[taken]; step !== undefined; step = steps[taken]) {
      if (!model.onlyLooks(step) || model.take(state, step).length === 0) break
      taken += 1
    }
    return [operation, taken]
  })
  return { state, underWay: looked }
}

function isDone(history: readonly Operation<unknown>[], underWay: readonly UnderWay[], answered: number) {
  const found = underWay.find(([operation]) => operation === answered)
  return found !== undefined && found[1] === history[answered]?.steps.length
}

function keyOf<State>(model: Pick<Model<State, never>, 'keyOf'>, { state, underWay }: Situation<State>) {
  return `${model.keyOf(state)} ${underWay.map((entry) => entry.join(':')).join(' ')}`
}

export interface Operation<Step> {
  /** Any clock that never goes back, the same for all. */
  calledAt: number
  /** null when no answer came: its steps may have happened at any time since, or not at all. */
  answeredAt: number | null
  /** What must have happened in between, each at one moment, in this order. */
  steps: readonly Step[]
}

export interface Model<State, Step> {
  initial: State
  /** What there can be after the step: nothing where it cannot happen. */
  take: (state: State, step: Step) => readonly State[]
  /** Whether it changes nothing in any state. One that changes nothing in this state may do so in a later one. */
  onlyLooks: (step: Step) => boolean
  /** The same for states that are the same. */
  keyOf: (state: State) => string
}

export interface Contradiction<State> {
  /** The first, by its place in the history, whose answer nothing explains. */
  operation: number
  /** What there could have been just before it. */
  states: State[]
}

interface Moment {
  at: 'call' | 'answer'
  time: number
  operation: number
}

/** An operation by its place in the history, and how many of its steps were taken. */
type UnderWay = readonly [number, number]

interface Situation<State> {
  state: State
  underWay: readonly UnderWay[]
}
