import { CircleAlert } from 'lucide-react'

/** Says what went wrong with the whole form. It is in the page from the start, so that its text is read out. */
export function Alert({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <p className="mb-5 flex gap-2.5 rounded-control bg-ember/8 px-3.5 py-3 text-sm text-ink">
          <CircleAlert size={18} strokeWidth={1.75} className="mt-px shrink-0 text-ember" aria-hidden />
          {text}
        </p>
      )}
    </div>
  )
}
