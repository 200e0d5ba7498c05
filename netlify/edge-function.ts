export { serveAtEdge as default } from '#src/server/edge.ts'
