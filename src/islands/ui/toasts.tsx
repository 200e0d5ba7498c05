import { CircleAlert, CircleCheck } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'

/** Shows a notice for so long; `dismissed` is told when it is put away by hand. Showing the same notice again keeps the one that is there. */
export function showToast(notice: ToastNotice, durationMs: number, dismissed: (id: string) => void): void {
  mountOnce()
  toast[notice.kind](notice.text, {
    id: notice.id,
    duration: durationMs,
    onDismiss: () => dismissed(notice.id),
  })
}

let mounted = false

function mountOnce(): void {
  if (mounted) return
  mounted = true
  const root = document.body.appendChild(document.createElement('div'))
  createRoot(root).render(
    <Toaster
      position="bottom-right"
      visibleToasts={3}
      closeButton
      icons={{ success: <CircleCheck size={18} />, error: <CircleAlert size={18} /> }}
    />,
  )
}

interface ToastNotice {
  id: string
  kind: 'success' | 'error'
  text: string
}
