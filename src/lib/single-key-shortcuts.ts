import { persistentJSON } from '@nanostores/persistent'

/**
 * Whether / and ? are shortcuts, in every tab of this browser. Speech input may type such keys by accident (WCAG 2.2,
 * 2.1.4 Character Key Shortcuts).
 */
export const $hasSingleKeyShortcuts = persistentJSON('single-key-shortcuts', true)
