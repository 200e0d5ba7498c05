import { startServices } from '../../netlify/local/services.ts'

const services = await startServices({
  dataFolder: process.argv[2] ?? '',
  host: '127.0.0.1',
  ports: { mailbox: 0, postgres: 0 },
})
process.once('SIGTERM', () => void services.close().then(() => process.exit(0)))
console.log('ready')
