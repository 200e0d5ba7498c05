import { prefilledSource } from '#src/embeds/prefill.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { readViewer } from '../read-viewer.ts'
import type { FrameView } from './model.ts'
import { agree, clock, inZone, ownZone, rememberedTime, rememberTime, wantedZone } from './zone.ts'

/** Keeps the clocks, and loads a frame again where that is asked for. */
export function startFrames(): void {
  keepClocks()
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const id = target.closest<HTMLElement>('[data-reload]')?.dataset.reload
    if (id) reload(document.getElementById(id))
    if (target.closest('[data-zone] [role=switch]')) switchTime()
  })
  addEventListener('online', () => {
    for (const card of document.querySelectorAll('[data-frame-state=offline]')) reload(card)
  })
  // A press on a frame is heard by the frame alone: all the browser tells of it is that the focus has gone there, and not
  // every browser has moved it by now.
  addEventListener('blur', () => {
    setTimeout(() => {
      if (!(document.activeElement instanceof HTMLIFrameElement)) return
      for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
        popover.hidePopover()
    })
  })
}

/** Loads frames whose tab is open and whose address only the browser knows. */
export function fillFrames(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-frame]:not([src])'))
    if (!frame.closest('.panel:not([data-shown])')) fill(frame)
}

/** A new frame that has its address before it enters the page adds no step to the history. */
function reload(card: Element | null): void {
  const next = card?.cloneNode(true) as HTMLElement | undefined
  const frame = next?.querySelector('iframe')
  if (!next || !frame) return
  next.dataset.frameState = 'loading'
  fill(frame)
  card?.replaceWith(next)
}

/** The address with what only this browser knows: who looks at it, and in whose time. */
function fill(frame: HTMLIFrameElement): void {
  if (!frame.dataset.frame) return
  const { src, provider, prefill, zone } = JSON.parse(frame.dataset.frame) as FrameView
  const filled = prefill ? prefilledSource({ src, provider }, prefill, readViewer()) : src
  const wanted = zone && wantedZone(zone)
  frame.src = wanted ? inZone(filled, wanted) : filled
}

function switchTime(): void {
  rememberTime(rememberedTime() === 'mine' ? 'programme' : 'mine')
  showClocks(new Date())
  for (const card of document.querySelectorAll('[data-zone] + [data-frame-state]')) reload(card)
}

function keepClocks(): void {
  const now = new Date()
  showClocks(now)
  setTimeout(keepClocks, MINUTE_MS - (now.getTime() % MINUTE_MS))
}

function showClocks(now: Date): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-zone]')) {
    if (agree(now, ownZone(), bar.dataset.zone ?? '')) continue
    bar.dataset.differ = ''
    const choice = bar.querySelector('[role=switch]')
    if (choice) choice.ariaChecked = String(rememberedTime() === 'mine')
    for (const face of bar.querySelectorAll<HTMLElement>('[data-clock]'))
      face.textContent = clock(now, face.dataset.clock || ownZone())
  }
}
