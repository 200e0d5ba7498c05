/** Netlify edge function: runs the gate before every request. */
export { serveAtEdge as default } from '#src/server/edge.ts'
