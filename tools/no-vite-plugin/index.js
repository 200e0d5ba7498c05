/** No plugins: docs/decisions/0066-a-real-postgresql-on-one-machine.md */
export default function netlify() {
  return []
}
