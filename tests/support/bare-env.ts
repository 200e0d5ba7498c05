/** The surroundings of a program that is to know nothing of those of the tests: only where programs and their compiled sources are. */
export function bareEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, ...env }
}
