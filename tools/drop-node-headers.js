// The headers that come with Node are for compiling add-ons, which nothing here does: 67 MB.
import { globSync, rmSync } from 'node:fs'

for (const headers of globSync('node_modules/node/node_modules/node-*/include'))
  rmSync(headers, { recursive: true })
