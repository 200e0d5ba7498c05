import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { hearOfViewer } from '../follow-viewer.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { setProfile } from './use-profile.ts'
import { createQueryClient } from './query-client.ts'

/** Opens the account over the page; closing it gives the focus back to its opener. */
export function openAccount(opener: HTMLElement | null): void {
  const { root, client } = mountOnce()
  const show = (open: boolean) =>
    root.render(
      <QueryClientProvider client={client}>
        <AccountDialog open={open} opener={opener} onOpenChange={show} />
      </QueryClientProvider>,
    )
  show(true)
}

let mounted: { root: Root; client: ReturnType<typeof createQueryClient> } | undefined

function mountOnce() {
  if (mounted) return mounted
  const client = createQueryClient()
  hearOfViewer((viewer) => setProfile(client, viewer))
  mounted = { root: createRoot(document.body.appendChild(document.createElement('div'))), client }
  return mounted
}
