import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Drawer } from 'vaul'
import { holdPage } from './hold-page.ts'
import { onLargeScreen } from './screen.ts'

/** Opens the drawer at the foot of a small screen; closing it gives the focus back to its opener. */
export function openQuickMenu(opener: HTMLElement): void {
  const template = document.querySelector<HTMLTemplateElement>('#quick-menu')
  if (!template) throw new Error('This page has no quick menu.')
  const html = template.innerHTML
  const root = rootOnce()

  const show = (open: boolean) => {
    opener.ariaExpanded = String(open)
    root.render(<QuickMenu html={html} opener={opener} open={open} onOpenChange={show} />)
  }
  onLargeScreen(() => show(false))
  show(true)
}

let mounted: Root | undefined

function rootOnce(): Root {
  mounted ??= createRoot(document.body.appendChild(document.createElement('div')))
  return mounted
}

interface Props {
  /** Part of this very page, written by it; the links in it work without this island's help. */
  html: string
  opener: HTMLElement
  open: boolean
  onOpenChange: (open: boolean) => void
}

function QuickMenu({ html, opener, open, onOpenChange }: Props) {
  useEffect(() => (open ? holdPage() : undefined), [open])

  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} noBodyStyles>
      <Drawer.Portal>
        {/* vaul's own would add styles that change with every browser, which no policy can know beforehand. */}
        <div className="drawer-backdrop" data-state={open ? 'open' : 'closed'} />
        <Drawer.Content
          className="drawer"
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => (event.currentTarget as HTMLElement).querySelector('a')?.focus()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.focus()
          }}
        >
          <Drawer.Handle className="drawer-handle" />
          <Drawer.Title className="sr-only">Quick menu</Drawer.Title>
          <div className="drawer-content" dangerouslySetInnerHTML={{ __html: html }} />
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
