/** A request on its way through the host. The URL may be another than the request's after a rewrite. */
export interface Asked {
  request: Request
  url: URL
  /** The other end of the socket, never what a header claims. */
  ip: string
}
