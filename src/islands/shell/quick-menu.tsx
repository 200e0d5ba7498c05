import { createRoot, type Root } from 'react-dom/client'
import { FootDrawer, type DrawerState } from '../ui/FootDrawer.tsx'
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

interface Props extends DrawerState {
  /** Part of this very page, written by it; the links in it work without this island's help. */
  html: string
}

function QuickMenu({ html, ...state }: Props) {
  return (
    <FootDrawer title="Quick menu" className="drawer" focusFirst={focusFirstLink} {...state}>
      <div className="drawer-content" dangerouslySetInnerHTML={{ __html: html }} />
    </FootDrawer>
  )
}

function focusFirstLink(drawer: HTMLElement): void {
  drawer.querySelector('a')?.focus()
}
