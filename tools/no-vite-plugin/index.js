/** No plugins: docs/decisions/0071-what-is-installed.md */
export default function netlify() {
  return []
}
