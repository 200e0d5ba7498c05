import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * https before the portal, as on the network: WebKit keeps no cookie that is `Secure` for plain http, not even on localhost. The
 * certificate is made for this run, by openssl.
 */
export async function startTlsFront(openssl: string): Promise<TlsFront> {
  let port = 0
  const server = createServer(await makeCertificate(openssl), (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const asked = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    leadTo(to) {
      port = to
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function makeCertificate(openssl: string): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'lanai-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await promisify(execFile)(openssl, ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', cert])
  const made = { key: await readFile(key), cert: await readFile(cert) }
  await rm(folder, { recursive: true })
  return made
}

export interface TlsFront {
  url: string
  /** The port of the portal. */
  leadTo: (port: number) => void
  close: () => void
}
