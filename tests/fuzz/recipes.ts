import { classes } from './classes.ts'
import { draftOf, linesOf, type Recipe, visitors } from './draft.ts'
import { Random } from './random.ts'

const MOST_CLASSES = 4

/** The request of this number in the run with this seed. The same lists of pages give the same requests. */
export function recipeOf(seed: number, nth: number, pages: Pages): Recipe {
  const random = new Random(seed, nth)
  const visitor = random.pick(visitors)
  const page = random.pick(visitor === 'member' ? pages.hiddenFromMembers : pages.all)
  // A member may well read notes, and have a picture.
  const among = visitor === 'member' ? CLASS_NAMES.filter((name) => name !== 'elsewhere') : CLASS_NAMES
  const names = Array.from({ length: 1 + random.below(MOST_CLASSES) }, () => random.pick(among))
  const twists = names.flatMap((name) => classes[name]?.(random, page) ?? [])
  return { visitor, page, twists, classes: names }
}

/** Most of what is wrong in these two is refused before the gate, so they come half as often. */
const CLASS_NAMES = [
  ...Object.keys(classes),
  ...Object.keys(classes).filter((name) => !/^(?:host|absolute form)$/.test(name)),
]

/** Leaves out every change without which the request is a finding all the same. */
export async function shortest(
  recipe: Recipe,
  isFinding: (recipe: Recipe) => Promise<boolean>,
): Promise<Recipe> {
  let left = recipe
  for (let nth = left.twists.length - 1; nth >= 0; nth--) {
    const without = { ...left, twists: left.twists.toSpliced(nth, 1) }
    if (await isFinding(without)) left = without
  }
  const byAnybody: Recipe = { ...left, visitor: 'anonymous' }
  return (await isFinding(byAnybody)) ? byAnybody : left
}

/** A finding as a person repeats it. */
export function told({ what, seed, nth, host, recipe, cookie, site }: Finding): string {
  return [
    what,
    `  again    npm run fuzz:gate -- --host ${host} --seed ${seed} --only ${nth}`,
    `  visitor  ${recipe.visitor}, for ${recipe.page}`,
    ...linesOf(draftOf(recipe, cookie), site).map((line) => `  ${JSON.stringify(line).slice(1, -1)}`),
  ].join('\n')
}

export interface Finding {
  what: string
  seed: number
  nth: number
  host: string
  recipe: Recipe
  cookie: string | null
  site: string
}

/** Paths of what is in the vault. */
export interface Pages {
  all: readonly string[]
  hiddenFromMembers: readonly string[]
}
