import { showToast } from './toasts.ts'
import { Button } from './Button.tsx'

/** Copies `text`, or puts the focus on the field that has it, which selects it, where the browser refuses. */
export function CopyButton({ text, fieldId, label, copiedText, refusedText }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('success', copiedText)
    } catch {
      document.getElementById(fieldId)?.focus()
      showToast('error', refusedText)
    }
  }
  return (
    <Button variant="quiet" onClick={() => void copy()}>
      {label}
    </Button>
  )
}

interface Props {
  text: string
  fieldId: string
  label: string
  copiedText: string
  refusedText: string
}
