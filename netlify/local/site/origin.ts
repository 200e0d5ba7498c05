import type { Asked } from './asked.ts'
import type { ServeFunction } from './function.ts'
import type { StaticFiles } from './static-files.ts'

/** What lies behind the edge: a file of the build, else the function (which also answers "not found"). */
export function createOrigin(files: StaticFiles, serveFunction: ServeFunction): Origin {
  return async (ask) => (await files.answer(ask)) ?? serveFunction(ask)
}

export type Origin = (ask: Asked) => Promise<Response>
