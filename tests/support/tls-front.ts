import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An https address in front of a portal, because WebKit keeps no `Secure` cookie from http. openssl makes the certificate. */
export async function startTlsFront(portalUrl: string): Promise<{ url: string; close: () => void }> {
  const { port } = new URL(portalUrl)
  const server = createServer(makeCertificate(), (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const asked = request({ port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  }).listen(0)
  await once(server, 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'lanai-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ')
  execFileSync('openssl', ['req', ...kind, '-subj', '/CN=localhost', '-keyout', key, '-out', cert])
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return certificate
}
