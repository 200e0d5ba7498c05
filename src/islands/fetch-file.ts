/**
 * The content of a JSON file in the vault; null when it can't be fetched. The gate redirects requests without a session,
 * which counts as a failure.
 */
export async function fetchFile<Content>(path: string): Promise<Content | null> {
  try {
    const answer = await fetch(path, { redirect: 'manual' })
    return answer.ok ? ((await answer.json()) as Content) : null
  } catch {
    return null
  }
}
