import { finderShard, fragmentKey } from '#src/shared/playlist/fragment.ts'
import type { Found } from '#src/shared/playlist/model.ts'
import { bringPage } from './bring.ts'
import { articlesOf, fragmentOf, type Screen } from './page.ts'

/** The video a fragment means, now or formerly, when this page holds it. */
export function findHere(screen: Screen, fragment: string): HTMLElement | null {
  const key = fragmentKey(fragment)
  return (
    articlesOf(screen).find((article) => namesOf(article).some((name) => fragmentKey(name) === key)) ?? null
  )
}

/** The same for a video of another page, which is brought here. null when there is no such video. */
export async function findElsewhere(screen: Screen, fragment: string): Promise<HTMLElement | null> {
  const shard = finderShard(fragment, screen.shards)
  const answer = await fetch(`${screen.path}/find-${shard}.json`, { redirect: 'manual' }).catch(() => null)
  if (!answer?.ok) return null
  const [page, name] = ((await answer.json()) as Found)[fragmentKey(fragment)] ?? []
  if (!page || !name) return null
  await bringPage(screen, page.split('/').slice(0, 3).join('/'))
  await bringPage(screen, page)
  return findHere(screen, name)
}

function namesOf(article: HTMLElement): string[] {
  return [fragmentOf(article), ...(article.dataset.aliases?.split(' ') ?? [])]
}
