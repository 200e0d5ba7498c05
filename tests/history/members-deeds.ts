import { errorText } from '#src/shared/errors.ts'
import type { Chance } from '../support/seeded.ts'
import { CALENDAR, type Status, type Step } from './member.ts'
import { sessionOf, type Answer } from './visitor.ts'
import { mayBeAlive, type Seen, type Session, type World } from './world.ts'

/** As many as a member may have (docs/product.md), less one: which of more is ended is another test's matter. */
const MOST_SESSIONS = 9

/** One thing that somebody does in one of the member's browsers, and what its answer says about who may see. */
export async function doAsMember(world: World, chance: Chance): Promise<void> {
  const alive = mayBeAlive(world).filter(({ token }) => token !== '')
  const ended = world.sessions.filter(({ token }) => token !== '').slice(-12)
  const session = chance.oneOf(alive.length === 0 || chance.number() < 0.15 ? ended : alive)
  // A password takes as long to judge as fifty pages.
  const isSigningIn = mayBeAlive(world).length > alive.length
  if (!session || (alive.length < 2 && !isSigningIn && chance.number() < 0.2))
    return signInWith(world, session)
  return chance.weighted(choices)(world, session, chance)
}

type Deed = (world: World, session: Session, chance: Chance) => Promise<void>

const choices: [readonly [number, Deed], ...(readonly [number, Deed])[]] = [
  [40, openPage],
  [10, openPageAgain],
  [6, fetchAhead],
  [6, fetchData],
  [5, openSignInScreen],
  [8, readCalendar],
  [9, readProfile],
  [8, rename],
  [0.6, signInWith],
  [0.3, signOut],
  [1, endAnother],
  [0.5, endOthers],
  [0.1, changePassword],
]

const PAGE = '/leaderboard'

function openPage(world: World, { number, token }: Session): Promise<void> {
  return world.record('opens a page', async () =>
    readPage(world, number, await world.browsers.ask(PAGE, { token })),
  )
}

/** With what the browser kept of it: "not modified" says as much as the page. */
function openPageAgain(world: World, { number, token }: Session, chance: Chance): Promise<void> {
  const etag = chance.oneOf([...world.names.byEtag.keys()].slice(-3)) ?? ''
  return world.record('opens a kept page', async () =>
    readPage(
      world,
      number,
      await world.browsers.ask(PAGE, { token, headers: { 'if-none-match': etag } }),
      etag,
    ),
  )
}

function fetchAhead(world: World, { number, token }: Session): Promise<void> {
  const headers = { 'sec-purpose': 'prefetch' }
  return world.record('fetches a page ahead', async () =>
    readPage(world, number, await world.browsers.ask(PAGE, { token, headers })),
  )
}

function fetchData(world: World, { number, token }: Session): Promise<void> {
  return world.record('fetches data', async () =>
    readScreen(number, await world.browsers.ask('/places.json', { token })),
  )
}

function readPage(world: World, session: number, answer: Answer, kept = ''): Seen {
  if (answer.status === 304) return shown(session, 'approved', world.names.byEtag.get(kept))
  const seen = readScreen(session, answer)
  if (answer.status !== 200) return seen
  const [name = 'nobody'] = /Kai-\d+-\d+/.exec(answer.body) ?? []
  if (answer.headers.etag) world.names.byEtag.set(answer.headers.etag, name)
  return shown(session, 'approved', name)
}

function readScreen(session: number, answer: Answer): Seen {
  const { status, body } = answer
  if (status === 200) return shown(session, 'approved')
  if (status === 302) return seen({ is: 'unknown', session })
  if (status === 403) return shown(session, body.includes(DENIED_TITLE) ? 'denied' : 'pending')
  return nothing(answer)
}

const DENIED_TITLE = 'Account Access Denied'

/** Only where it leads on does it tell: a portal that is busy shows the screen to everybody. */
function openSignInScreen(world: World, { number, token }: Session): Promise<void> {
  return world.record('opens the sign-in screen', async () => {
    const answer = await world.browsers.ask('/auth', { token })
    return answer.status === 302 ? shown(number, 'approved') : nothing(answer)
  })
}

function readCalendar(world: World): Promise<void> {
  return world.record('reads the calendar', async () => {
    const answer = await world.browsers.ask(`/feeds/${world.feedToken}.ics`)
    if (answer.status === 200) return shown(CALENDAR, 'approved')
    return answer.status === 404
      ? seen({ is: 'either', of: [unknown(CALENDAR), notApproved] })
      : nothing(answer)
  })
}

function readProfile(world: World, { number, token }: Session): Promise<void> {
  return world.record('reads the profile', async () => {
    const answer = await act(world, 'account.readProfile', token, null)
    return answer.status === 200 ? shown(number, 'approved', nameIn(answer)) : readRefusal(number, answer)
  })
}

function rename(world: World, { number, token }: Session): Promise<void> {
  const name = world.initial.name.replace(/\d+$/, String((world.names.made += 1)))
  return world.record(`is renamed ${name}`, async () => {
    const answer = await act(world, 'account.updateProfile', token, { fullName: name })
    const steps: Step[] = [
      { is: 'shown', session: number, status: 'approved' },
      { is: 'renamed', name },
    ]
    if (answer.status === 200) return { steps }
    if (answer.status === 401) return seen({ is: 'either', of: [unknown(number), notApproved] })
    return isOutage(answer) ? { steps, isAnswered: false } : readRefusal(number, answer)
  })
}

async function signInWith(world: World, before?: Session): Promise<void> {
  const { email, password, sessions, browsers } = world
  if (mayBeAlive(world).length >= MOST_SESSIONS) return endOthers(world, sessions.at(-1) ?? before)
  const session: Session = { number: sessions.length + 1, token: '', endedBy: Infinity }
  sessions.push(session)
  const ended: Step[] = before ? [{ is: 'ends', session: before.number }] : []
  await world.record('signs in', async () => {
    const json = { email, password }
    const answer = await browsers.ask('/_actions/auth.signIn', {
      json,
      ...(before && { token: before.token }),
    })
    const begins: Step[] = [...ended, { is: 'begins', session: session.number }]
    const approved: Step = { is: 'status', oneOf: ['approved'] }
    session.token = sessionOf(answer) ?? ''
    if (session.token) return { steps: [approved, ...begins] }
    if (isOutage(answer)) return { steps: [approved, ...begins], isAnswered: false }
    // The password was changed meanwhile.
    if (answer.status === 401) return { steps: ended.map((step) => maybe(step)) }
    if (answer.status !== 403) return nothing(answer)
    return seen({ is: 'status', oneOf: [statusIn(answer)] })
  })
  if (session.token === '') session.endedBy = performance.now()
  else if (before) before.endedBy = performance.now()
}

function signOut(world: World, { number, token }: Session): Promise<void> {
  return endingAll(world, 'signs out', async () => {
    const answer = await act(world, 'auth.signOut', token, null)
    const steps: Step[] = [{ is: 'either', of: [unknown(number), { is: 'all end' }] }]
    return isBusy(answer) ? nothing(answer) : { steps, isAnswered: !isOutage(answer) }
  })
}

async function endOthers(world: World, session: Session | undefined): Promise<void> {
  if (!session) return
  const { number, token } = session
  await endingAll(
    world,
    'ends other sessions',
    async () => {
      const answer = await act(world, 'account.endOtherSessions', token, null)
      const steps: Step[] = [
        { is: 'shown', session: number, status: 'approved' },
        { is: 'all end', but: number },
      ]
      if (answer.status === 200) return { steps }
      return isOutage(answer) ? { steps, isAnswered: false } : readRefusal(number, answer)
    },
    number,
  )
}

async function endAnother(world: World, { number, token }: Session, chance: Chance): Promise<void> {
  const target = chance.oneOf(
    mayBeAlive(world).filter((other) => other.token !== '' && other.number !== number),
  )
  if (!target) return
  const { rows } = await world.owner.query<{ id: string }>(
    `select public_id as id from sessions where id = encode(sha256($1::bytea), 'hex')`,
    [target.token],
  )
  const [row] = rows
  if (!row) return
  await world.record(`ends session ${target.number}`, async () => {
    const answer = await act(world, 'account.endSession', token, row)
    const steps: Step[] = [
      { is: 'shown', session: number, status: 'approved' },
      { is: 'ends', session: target.number },
    ]
    if (answer.status === 200) {
      target.endedBy = performance.now()
      return { steps }
    }
    return isOutage(answer) ? { steps, isAnswered: false } : readRefusal(number, answer)
  })
}

/** To the same one: what ends is the sessions. */
function changePassword(world: World, { number, token }: Session): Promise<void> {
  const { sessions, password } = world
  const session: Session = { number: sessions.length + 1, token: '', endedBy: Infinity }
  sessions.push(session)
  return endingAll(
    world,
    'changes the password',
    async () => {
      const form = { currentPassword: password, newPassword: password }
      const answer = await act(world, 'account.changePassword', token, form)
      session.token = sessionOf(answer) ?? ''
      if (session.token === '') session.endedBy = performance.now()
      const allowed: Step = { is: 'shown', session: number, status: 'approved' }
      const ends: Step = { is: 'all end', calendar: true }
      const begins: Step = { is: 'begins', session: session.number }
      if (answer.status === 200 && session.token) return { steps: [allowed, ends, begins] }
      if (answer.status === 200) return { steps: [allowed, ends] }
      if (isOutage(answer)) return { steps: [allowed, ends, begins], isAnswered: false }
      if (answer.body.includes(errorText.current_password_wrong)) return { steps: [allowed] }
      return readRefusal(number, answer)
    },
    session.number,
  )
}

/** Knows afterwards which sessions are over, if it succeeded. */
async function endingAll(world: World, does: string, work: () => Promise<Seen>, but?: number): Promise<void> {
  const before = world.sessions.filter(({ token, number }) => token !== '' && number !== but)
  const done = { is: false }
  await world.record(does, async () => {
    const found = await work()
    done.is = found.isAnswered !== false && found.steps.some(({ is }) => is === 'all end')
    return found
  })
  if (done.is) for (const session of before) session.endedBy = performance.now()
}

function act(world: World, action: string, token: string, json: object | null): Promise<Answer> {
  return world.browsers.ask(`/_actions/${action}`, { token, json })
}

/** What an action refuses with. */
function readRefusal(session: number, answer: Answer): Seen {
  if (answer.status === 401) return seen(unknown(session))
  return answer.status === 403 ? shown(session, statusIn(answer)) : nothing(answer)
}

function statusIn({ body }: Answer): Status {
  return body.includes(errorText.account_denied) ? 'denied' : 'pending'
}

/** An action's values come in devalue's form, of which a name is a string as any. */
function nameIn({ body }: Answer): string {
  return /Kai-\d+-\d+/.exec(body)?.[0] ?? 'nobody'
}

/** Whether nobody knows what became of it. A portal that is busy has begun nothing. */
function isOutage({ status }: Answer): boolean {
  return status === 0 || (status >= 500 && status !== 503)
}

function isBusy({ status }: Answer): boolean {
  return status === 503
}

function shown(session: number, status: Status, name?: string): Seen {
  return seen({ is: 'shown', session, status, name })
}

function seen(...steps: Step[]): Seen {
  return { steps }
}

function unknown(session: number): Step {
  return { is: 'unknown', session }
}

function maybe(step: Step): Step {
  return { is: 'either', of: [step, { is: 'status', oneOf: ['pending', 'approved', 'denied'] }] }
}

const notApproved: Step = { is: 'status', oneOf: ['pending', 'denied'] }

function nothing(answer: Answer): Seen {
  return { steps: [], isAnswered: !isOutage(answer) }
}
