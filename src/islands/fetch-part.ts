import { showAlert } from './notices.ts'

/** Fetches what a press asks for on its first use. null when that fails, and then the page says so. */
export function fetchPart<Part>(load: () => Promise<Part>): Promise<Part | null> {
  return load().catch(() => {
    showAlert()
    return null
  })
}
