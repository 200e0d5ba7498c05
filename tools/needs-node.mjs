// Not TypeScript, which older versions of Node can't read.
if (!process.features.typescript) {
  const remedy = 'npm skipped install scripts: run npm rebuild --ignore-scripts=false.'
  console.error(`Node ${process.versions.node} is too old. The project brings its own, but ${remedy}`)
  process.exit(1)
}
