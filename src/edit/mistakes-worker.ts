import { findMistakes } from './mistakes.ts'

// A worker is bundled by itself. In the page, the schemas would swell the chunks that sign-in loads.
self.onmessage = ({ data }: MessageEvent<Parameters<typeof findMistakes>>) =>
  self.postMessage(findMistakes(...data))
