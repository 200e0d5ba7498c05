import { argv } from 'node:process'

/** `npm run bench` measures what the gate costs, `npm run bench -- weight` what pages weigh. */
await import(argv[2] === 'weight' ? './weight.ts' : './gate.ts')
