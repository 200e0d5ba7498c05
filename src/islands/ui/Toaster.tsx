import * as icons from '#src/shared/icons.ts'
import { Toast as Base } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { NOTICE_EVENT, SHOWN_FOR_MS, takeNotices } from '../notices.ts'
import { Icon } from './Icon.tsx'

/** docs/product.md, Timing. */
const SHOWN_AT_ONCE = 3

/** Shows the notices of this page, over everything else. Nothing of it is there before the first one. */
export default function Toaster() {
  useEffect(() => {
    showNotices()
    addEventListener(NOTICE_EVENT, showNotices)
    return () => removeEventListener(NOTICE_EVENT, showNotices)
  }, [])

  return (
    <Base.Provider toastManager={toasts} limit={SHOWN_AT_ONCE} timeout={SHOWN_FOR_MS}>
      <Base.Portal>
        <Base.Viewport className="fixed right-0 bottom-0 z-50 flex w-full max-w-100 flex-col-reverse gap-2 p-4 outline-none empty:hidden sm:p-6">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Toasts() {
  return Base.useToastManager().toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="flex [transform:translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))] items-center gap-2.5 rounded-control border border-line bg-surface py-2 pr-2 pl-4 text-sm text-ink shadow-float transition-[opacity,transform,translate] duration-180 select-none data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0 data-swiping:duration-0"
    >
      {toast.type === 'error' ? (
        <Icon drawing={icons.circleAlert} className="text-ember" />
      ) : (
        <Icon drawing={icons.circleCheck} className="text-kukui" />
      )}
      <Base.Content className="min-w-0 flex-1 py-1.5 font-medium">
        <Base.Title render={<p />} />
      </Base.Content>
      <Base.Close
        className="rounded-lg icon-button size-7 self-center pointer-coarse:size-11"
        aria-label="Close"
        aria-hidden={false}
      >
        <Icon drawing={icons.x} className="size-3.5" />
      </Base.Close>
    </Base.Root>
  ))
}

const toasts = Base.createToastManager()

function showNotices(): void {
  for (const { kind, text } of takeNotices()) {
    toasts.add({ type: kind, title: text })
  }
}
