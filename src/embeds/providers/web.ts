import { found, TAKES_ANSWERS, type Answer } from '../answer.ts'

/** Any other page of the web, as it stands. */
export function matchWeb(url: URL): Answer {
  return found({
    provider: 'web',
    src: url.href,
    href: url.href,
    shape: 'page',
    sandbox: TAKES_ANSWERS,
    allow: 'fullscreen',
  })
}
