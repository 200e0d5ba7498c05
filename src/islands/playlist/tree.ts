import { fragmentKey } from '#src/shared/playlist/fragment.ts'
import type { CohortView, VideoView, WeekView } from '#src/shared/playlist/view.ts'

/** The list: cohorts and weeks as far as they are here, which of them are open, and which are on their way. */
export interface Tree {
  cohorts: readonly CohortView[]
  /** Paths of cohorts and weeks. */
  open: ReadonlySet<string>
  /** By path, what is asked for. What failed is asked for again when it is opened again. */
  requests: ReadonlyMap<string, 'loading' | 'failed'>
}

export type TreeAction =
  | { type: 'toggled'; path: string; open: boolean }
  | { type: 'all-toggled'; open: boolean }
  /** A video is shown: its week and cohort are open. */
  | { type: 'revealed'; video: string }
  | { type: 'requested' | 'failed'; path: string }
  | { type: 'arrived'; group: CohortView | WeekView }

export function treeOf(cohorts: CohortView[], week: string): Tree {
  return { cohorts, open: new Set(pathsTo(week)), requests: new Map() }
}

export function reduceTree(tree: Tree, action: TreeAction): Tree {
  switch (action.type) {
    case 'toggled':
      return toggled(tree, action.path, action.open)
    case 'all-toggled':
      return { ...tree, open: new Set(action.open ? groupsOf(tree).map(({ path }) => path) : []) }
    case 'revealed':
      return opened(tree, pathsTo(weekPathOf(action.video)))
    case 'requested':
      return { ...tree, requests: new Map(tree.requests).set(action.path, 'loading') }
    case 'failed':
      return { ...tree, requests: new Map(tree.requests).set(action.path, 'failed') }
    case 'arrived':
      return arrived(tree, action.group)
  }
}

/** What is open and not here, nor asked for: a few at a time, so that opening all does not flood the gate. */
export function wantedOf({ cohorts, open, requests }: Tree): string[] {
  const busy = [...requests.values()].filter((state) => state === 'loading').length
  const wanted = groupsOf({ cohorts }).filter((group) => isElsewhere(group) && open.has(group.path))
  const unasked = wanted.map(({ path }) => path).filter((path) => !requests.has(path))
  return unasked.slice(0, Math.max(0, AT_ONCE - busy))
}

const AT_ONCE = 4

export function isElsewhere(group: CohortView | WeekView): boolean {
  return 'weeks' in group ? group.weeks === null : group.videos === null
}

export function groupsOf({ cohorts }: Pick<Tree, 'cohorts'>): (CohortView | WeekView)[] {
  return cohorts.flatMap((cohort) => [cohort, ...(cohort.weeks ?? [])])
}

/** Every video that is here, in the order of the list. */
export function videosOf({ cohorts }: Pick<Tree, 'cohorts'>): VideoView[] {
  return cohorts.flatMap(({ weeks }) => weeks?.flatMap(({ videos }) => videos ?? []) ?? [])
}

/** The video a fragment means, now or formerly. null when it is not here. */
export function findVideo(tree: Pick<Tree, 'cohorts'>, fragment: string): VideoView | null {
  const videos = videosOf(tree)
  const exact = videos.find((video) => video.fragment === fragment)
  if (exact) return exact
  const key = fragmentKey(fragment)
  const isMeant = (name: string) => fragmentKey(name) === key
  return videos.find((video) => isMeant(video.fragment) || video.aliases.some(isMeant)) ?? null
}

/** The first video of a week. @throws when the page that names the week does not hold it. */
export function firstOf(cohorts: readonly CohortView[], week: string): VideoView {
  const first = videosOf({ cohorts }).find((video) => weekPathOf(video.path) === week)
  if (!first) throw new Error(`The page holds no video of ${week}.`)
  return first
}

/** The cohort and week of a video that is here. */
export function placeOf({ cohorts }: Pick<Tree, 'cohorts'>, video: VideoView): Place | null {
  const [cohortPath, weekPath] = pathsTo(weekPathOf(video.path))
  const cohort = cohorts.find(({ path }) => path === cohortPath)
  const week = cohort?.weeks?.find(({ path }) => path === weekPath)
  return cohort && week ? { cohort, week } : null
}

/** `Cohort 17 · Week 1`; empty for a video that is not here. */
export function whereOf(tree: Pick<Tree, 'cohorts'>, video: VideoView): string {
  const place = placeOf(tree, video)
  return place ? `${place.cohort.title} · ${place.week.title}` : ''
}

interface Place {
  cohort: CohortView
  week: WeekView
}

/** The video before or after one in its cohort, or the week it is in when that is elsewhere. null at the ends. */
export function neighbourOf(
  tree: Pick<Tree, 'cohorts'>,
  video: VideoView,
  by: -1 | 1,
): VideoView | WeekView | null {
  const weeks = placeOf(tree, video)?.cohort.weeks ?? []
  const places = weeks.flatMap((week): (VideoView | WeekView)[] => week.videos ?? [week])
  return places[places.findIndex(({ path }) => path === video.path) + by] ?? null
}

/** `cohort-17` and `cohort-17/01-week-1`, for the latter. */
export function pathsTo(week: string): string[] {
  return [week.split('/')[0] ?? '', week]
}

export function weekPathOf(video: string): string {
  return video.split('/').slice(0, 2).join('/')
}

function toggled(tree: Tree, path: string, open: boolean): Tree {
  if (tree.open.has(path) === open) return tree
  if (open) return opened(tree, [path])
  const requests = new Map(tree.requests)
  if (requests.get(path) === 'failed') requests.delete(path)
  return { ...tree, open: new Set([...tree.open].filter((other) => other !== path)), requests }
}

function opened(tree: Tree, paths: string[]): Tree {
  return paths.every((path) => tree.open.has(path))
    ? tree
    : { ...tree, open: new Set([...tree.open, ...paths]) }
}

/** What is not touched stays the same object: whoever draws it need not draw it again. */
function arrived(tree: Tree, group: CohortView | WeekView): Tree {
  const requests = new Map(tree.requests)
  requests.delete(group.path)
  const cohorts = tree.cohorts.map((cohort) => {
    if (cohort.path !== pathsTo(group.path)[0]) return cohort
    if ('weeks' in group) return { ...cohort, weeks: withKnown(group.weeks, cohort.weeks) }
    return {
      ...cohort,
      weeks: cohort.weeks?.map((week) => (week.path === group.path ? group : week)) ?? null,
    }
  })
  return { ...tree, cohorts, requests }
}

/** Weeks that were here already stay. */
function withKnown(weeks: WeekView[] | null, known: WeekView[] | null): WeekView[] | null {
  const here = new Map(known?.filter(({ videos }) => videos !== null).map((week) => [week.path, week]))
  return weeks?.map((week) => here.get(week.path) ?? week) ?? known
}
