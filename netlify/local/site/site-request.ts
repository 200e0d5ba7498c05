/** A request on its way through the host. The URL may be another than the request's, for a screen in place of an answer. */
export interface SiteRequest {
  request: Request
  url: URL
  /** The other end of the socket, never what a header claims. */
  ip: string
}

/** What lies behind the edge: a file of the build, else the function (which also answers "not found"). */
export type Origin = (ask: SiteRequest) => Promise<Response>
