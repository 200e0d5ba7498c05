import { Toast as Base } from '@base-ui/react/toast'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import * as icons from 'lucide'
import { Icon } from './Icon.tsx'

const toasts = Base.createToastManager()
let host: HTMLElement | undefined

/** Shows a notice over everything else. Inside an open dialog, because the rest of the page is inert then. */
export function addToast(kind: 'success' | 'error', text: string, id = ''): void {
  host ??= createHost()
  const parent = document.querySelector('dialog:modal') ?? document.body
  if (host.parentElement !== parent) parent.append(host)
  host.togglePopover(false)
  host.togglePopover(true)
  toasts.add({ id, type: kind, title: text })
}

function createHost(): HTMLElement {
  const element = document.createElement('div')
  element.id = 'toasts'
  element.popover = 'manual'
  element.className =
    'pointer-events-none fixed inset-auto right-0 bottom-0 m-0 w-full max-w-100 bg-transparent p-4 sm:p-6'
  const viewport = (
    // docs/product.md, Timing.
    <Base.Provider toastManager={toasts} limit={3} timeout={4500}>
      <Base.Viewport className="flex flex-col-reverse gap-2 outline-none">
        <Toasts />
      </Base.Viewport>
    </Base.Provider>
  )
  // The manager needs a viewport whose effects have run.
  flushSync(() => createRoot(element).render(viewport))
  return element
}

function Toasts() {
  return Base.useToastManager().toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="pointer-events-auto flex [transform:translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))] items-center gap-2.5 rounded-control border border-line bg-surface py-2 pr-2 pl-4 text-sm text-ink shadow-float transition-[opacity,transform,translate] duration-180 select-none data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0 data-swiping:duration-0"
    >
      <Icon
        icon={toast.type === 'error' ? icons.CircleAlert : icons.CircleCheck}
        className={toast.type === 'error' ? 'text-danger' : 'text-success'}
      />
      <Base.Content className="min-w-0 flex-1 py-1.5 font-medium">
        <Base.Title render={<p />} />
      </Base.Content>
      <Base.Close
        className="icon-button size-7 self-center pointer-coarse:size-11"
        aria-label="Close"
        aria-hidden={false}
      >
        <Icon icon={icons.X} className="size-3.5" />
      </Base.Close>
    </Base.Root>
  ))
}
