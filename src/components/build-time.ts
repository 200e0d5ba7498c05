/**
 * The moment a page is made, in milliseconds since 1970. `SOURCE_DATE_EPOCH` (seconds) sets it, so that one commit built
 * twice gives the same pages: https://reproducible-builds.org/specs/source-date-epoch/
 */
export function buildTime(): number {
  const { SOURCE_DATE_EPOCH } = process.env
  return SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) * 1000 : Date.now()
}
