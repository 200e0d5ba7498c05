/** What a page of each kind weighs. */
import bringBuiltProjectUpToDate from '../support/built-project.ts'
import { weigh } from '../support/weight.ts'

await bringBuiltProjectUpToDate()
const KINDS = ['/auth', '/', '/leaderboard', '/network', '/video-playlist']
console.table(Object.fromEntries(KINDS.map((path) => [path, weigh(path)])))
