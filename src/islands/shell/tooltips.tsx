import { Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip'
import { type Ref, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { wantsTooltip } from './wants-tooltip.ts'

/** docs/product.md, Timing. */
const OPEN_AFTER_MS = 700
const SKIP_DELAY_WITHIN_MS = 300

/** Gives everything on this page that carries `data-tooltip` its tooltip, from now on. */
export function showTooltips(): void {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-tooltip]')]
  const root = document.body.appendChild(document.createElement('div'))
  createRoot(root).render(
    // A pointer that leaves into a frame is not heard of again, so a tooltip must not wait for where it goes.
    <Provider delayDuration={OPEN_AFTER_MS} skipDelayDuration={SKIP_DELAY_WITHIN_MS} disableHoverableContent>
      {elements.map((element, index) => (
        <Tooltip key={index} element={element} />
      ))}
    </Provider>,
  )
}

function Tooltip({ element }: { element: HTMLElement }) {
  const { tooltip, tooltipSide } = element.dataset
  return (
    <Root>
      <Trigger asChild>
        <BuiltElement element={element} />
      </Trigger>
      <Portal>
        <Content
          className="tooltip"
          side={tooltipSide === 'right' ? 'right' : 'bottom'}
          sideOffset={8}
          collisionPadding={8}
          // It says what the element's own name says; nobody has to hear it twice.
          aria-hidden="true"
        >
          {tooltip}
        </Content>
      </Portal>
    </Root>
  )
}

/** Stands for an element that the page was built with: what a trigger would hear and measure, that element does. */
function BuiltElement({ element, ref, ...handlers }: BuiltElementProps) {
  useLayoutEffect(() => attach(ref, element), [ref, element])
  useLayoutEffect(() => {
    const stop = new AbortController()
    for (const [name, handle] of Object.entries(handlers)) {
      if (!isHandler(handle)) continue
      element.addEventListener(
        name.slice(2).toLowerCase(),
        (event) => {
          if (isCalm(event) || wantsTooltip(element)) handle(event)
        },
        { signal: stop.signal },
      )
    }
    return () => stop.abort()
  })
  useLayoutEffect(() => catchUp(element), [element])
  return null
}

function isHandler(value: unknown): value is (event: Event) => void {
  return typeof value === 'function'
}

/** Whatever closes a tooltip is heard in every state of the sidebar. */
function isCalm({ type }: Event): boolean {
  return type !== 'pointermove' && type !== 'focus'
}

/** The pointer or the keyboard was there before the tooltips were. */
function catchUp(element: HTMLElement): void {
  if (element.matches(':hover'))
    element.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))
  if (element.matches(':focus-visible')) element.dispatchEvent(new FocusEvent('focus'))
}

function attach(ref: Ref<HTMLElement> | undefined, element: HTMLElement): (() => void) | undefined {
  if (typeof ref === 'function') {
    const detach = ref(element)
    return () => {
      if (typeof detach === 'function') detach()
      else ref(null)
    }
  }
  if (ref) ref.current = element
  return undefined
}

type BuiltElementProps = { element: HTMLElement; ref?: Ref<HTMLElement> } & Record<`on${string}`, unknown>
