import { useMutation } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { Download as DownloadIcon } from 'lucide-react'
import { noticeText } from '#src/shared/notices.ts'
import { tell } from '../../notices.ts'
import { Button } from '../../ui/Button.tsx'
import { ServerAlert } from '../ServerAlert.tsx'
import { answerOf, sentenceOf } from '../server.ts'

const FILE_NAME = 'my-data.json'

export function Download() {
  const download = useMutation({
    mutationFn: () => answerOf(() => actions.account.exportData(), 'unexpected'),
    onSuccess: (data) => {
      save(JSON.stringify(data, null, 2))
      tell('success', noticeText.data_downloaded)
    },
  })

  return (
    <section className="border-b border-line pb-6">
      <h3 className="text-sm font-medium">Download my data</h3>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        Everything the portal holds about you, your picture included, as one JSON file. It holds no password.
      </p>
      <ServerAlert text={sentenceOf(download.error)} />
      <Button look="quiet" busy={download.isPending} busyText="Gathering" onClick={() => download.mutate()}>
        <span className="inline-flex items-center gap-2">
          <DownloadIcon size={16} strokeWidth={1.75} aria-hidden />
          Download
        </span>
      </Button>
    </section>
  )
}

/** Has the browser save a file of its own. */
function save(json: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = FILE_NAME
  link.click()
  // Not at once: some browsers read it after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
