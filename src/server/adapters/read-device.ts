import Bowser from 'bowser'
import type { Device } from '../members/ports.ts'

/** Longer than what any browser calls itself; anything beyond is made up. */
const MAX_CHARACTERS = 512

/** What a person would call the browser and the system behind a user agent. */
export function readDevice(userAgent: string | null): Device {
  if (!userAgent || userAgent.length > MAX_CHARACTERS) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}
