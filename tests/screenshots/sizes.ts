import { join } from 'node:path'

export const FOLDER = join(import.meta.dirname, '../../test-results/screenshots')
export const THEMES = ['light', 'dark'] as const
export const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const
