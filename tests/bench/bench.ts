/** `npm run bench -- weight`: what a page of each kind weighs. */
import bringBuiltProjectUpToDate from '../support/built-project.ts'
import { weigh } from '../support/weight.ts'

if (process.argv[2] !== 'weight') throw new Error('Usage: npm run bench -- weight')
bringBuiltProjectUpToDate()
const KINDS = ['/auth', '/', '/leaderboard', '/network', '/video-playlist']
console.table(Object.fromEntries(KINDS.map((path) => [path, weigh(path)])))
