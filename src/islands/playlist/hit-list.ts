import { foldText } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import type { Hit, Hits } from './search-index.ts'
import type { SearchState } from './search-loading.ts'

export interface Choice {
  element: HTMLElement
  hit: Hit
}

/** Two groups: videos, and lines that are said in them. Text goes in as text, never as markup. */
export function hitList({ videos, lines }: Hits): { groups: HTMLElement[]; choices: Choice[] } {
  const choices: Choice[] = []
  const option = (hit: Hit) => {
    const element = make('div', {
      role: 'option',
      id: `playlist-hit-${choices.length}`,
      class: 'playlist-hit',
    })
    element.append(...(hit.seconds === null ? videoHit(hit) : lineHit(hit, hit.seconds)))
    choices.push({ element, hit })
    return element
  }
  const groups = [group('Videos', videos, option), group('Said in a video', lines, option)]
  return { groups: groups.filter((one) => one !== null), choices }
}

/** What stands there when nothing matches, or not yet. */
export function nothingFound(query: string, state: SearchState, clear: () => void): HTMLElement {
  const element = make('div', { class: 'playlist-nothing' })
  if (state === 'loading' && query.length >= 3) {
    element.append('Searching…')
    return element
  }
  const drawing = document.querySelector<HTMLTemplateElement>('[data-nothing-drawing]')
  const button = make('button', { type: 'button', class: 'playlist-action' }, 'Show all videos')
  button.addEventListener('click', clear)
  element.append(
    ...(drawing ? [drawing.content.cloneNode(true)] : []),
    make('strong', {}, `Nothing about “${query}”`),
    make('p', {}, adviceOn(query, state)),
    button,
  )
  return element
}

function adviceOn(query: string, state: SearchState): string {
  if (state === 'failed') return 'Part of the search could not be loaded. Reload the page to try again.'
  if (query.length < 3) return 'Go on typing: three letters are enough.'
  return 'Try another word, or a shorter one. Titles, descriptions, speakers and transcripts are searched.'
}

/** Below the hits, while transcripts of former cohorts are left to be fetched. */
export function olderLines(onPress: () => void): HTMLElement {
  const element = make(
    'button',
    { type: 'button', class: 'playlist-older', hidden: '' },
    'Search older transcripts, too',
  )
  element.addEventListener('click', onPress)
  return element
}

function group(name: string, hits: Hit[], option: (hit: Hit) => HTMLElement): HTMLElement | null {
  if (hits.length === 0) return null
  const element = make('div', { role: 'group', 'aria-label': name, class: 'playlist-hit-group' })
  element.append(make('p', { 'aria-hidden': 'true' }, name), ...hits.map(option))
  return element
}

function videoHit(hit: Hit): Node[] {
  const words = make('span', {})
  const title = make('strong', {})
  title.append(...marked(hit.title, hit.terms))
  words.append(title, make('br', {}), make('span', { class: 'text-xs' }, hit.week))
  return [words]
}

function lineHit(hit: Hit, seconds: number): Node[] {
  const words = make('span', {})
  words.append(...marked(hit.text, hit.terms), make('br', {}), make('span', { class: 'text-xs' }, hit.title))
  return [make('time', {}, clockTime(seconds)), words]
}

/** The text with what was found marked. A found word may be written with accents that were not asked for. */
function marked(text: string, terms: readonly string[]): Node[] {
  const parts = text.split(/([\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+)/u)
  return parts.map((part, index) => {
    const isWord = index % 2 === 1
    return isWord && terms.includes(foldText(part)) ? make('mark', {}, part) : document.createTextNode(part)
  })
}

function make(name: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(text)
  return element
}
