import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { noticeText } from '#src/shared/notices.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Button } from '#src/ui/Button.tsx'
import { toastResult } from '#src/ui/toast-result.ts'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'

/** Where the member looks first, because someone else may have asked for it. */
export function PendingDeletion({ className = '' }: { className?: string }) {
  const { data: deletion } = useQuery(deletionQuery, queryClient)
  const container = useRestoreFocus<HTMLDivElement>(deletion)
  const keep = async () => {
    if (await toastResult(actions.account.keepOwnAccount.orThrow(), noticeText.deletion_cancelled))
      queryClient.setQueryData(deletionQuery.queryKey, null)
  }
  return (
    <div ref={container} tabIndex={-1} className={`outline-none empty:absolute ${className}`}>
      {deletion && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-danger-wash px-3.5 py-3 text-sm"
        >
          <p className="min-w-0 flex-1 basis-60">{noticeOf(deletion)}</p>
          {deletion.isOwn && (
            <Button variant="quiet" onClick={() => void keep()}>
              Keep my account
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function noticeOf({ dueAt, isOwn }: { dueAt: Date; isOwn: boolean }): string {
  const moment = dueAt.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
  return `Your account will be deleted on ${moment}.${isOwn ? '' : ' To keep it, write to us.'}`
}

const deletionQuery = {
  queryKey: ['deletion'],
  queryFn: () => actions.account.readDeletion.orThrow(),
}
