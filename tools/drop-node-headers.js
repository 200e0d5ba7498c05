// Node's headers (67 MB) are only needed to compile add-ons.
import { globSync, rmSync } from 'node:fs'

for (const headers of globSync('node_modules/node/node_modules/node-*/include'))
  rmSync(headers, { recursive: true })
