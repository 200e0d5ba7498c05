import type { ComponentProps } from 'react'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'

/** A button that needs its script: disabled until that runs. */
export function ShellButton(button: ComponentProps<'button'>) {
  return <button type="button" disabled={!useIsHydrated()} {...button} />
}
